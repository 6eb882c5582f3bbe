package pagemark.listing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The attributes that a page shows of each item.
public sealed interface Attributes {
  record All() implements Attributes {}

  record Only(List<String> names) implements Attributes {
    public Only {
      names = List.copyOf(names);
    }
  }

  /// The item with just these attributes, in their order; by name if they are all.
  default Map<String, AttributeValue> of(Map<String, AttributeValue> item) {
    if (!(this instanceof Only(var names))) {
      return new TreeMap<>(item);
    }
    Map<String, AttributeValue> shown = new LinkedHashMap<>();
    for (String name : names) {
      AttributeValue value = item.get(name);
      if (value != null) {
        shown.put(name, value);
      }
    }
    return shown;
  }

  /// Whether an attribute of this name is shown.
  default boolean shows(String name) {
    return !(this instanceof Only(var names)) || names.contains(name);
  }
}
