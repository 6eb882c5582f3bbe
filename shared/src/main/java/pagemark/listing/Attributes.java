package pagemark.listing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The attributes that a page shows of each item.
public sealed interface Attributes {
  /// The item with just these attributes, in their order; by name if they are all.
  Map<String, AttributeValue> of(Map<String, AttributeValue> item);

  /// Whether an attribute of this name is shown.
  boolean shows(String name);

  record All() implements Attributes {
    @Override
    public boolean shows(String name) {
      return true;
    }

    @Override
    public Map<String, AttributeValue> of(Map<String, AttributeValue> item) {
      return new TreeMap<>(item);
    }
  }

  record Only(List<String> names) implements Attributes {
    public Only {
      names = List.copyOf(names);
    }

    @Override
    public boolean shows(String name) {
      return names.contains(name);
    }

    @Override
    public Map<String, AttributeValue> of(Map<String, AttributeValue> item) {
      Map<String, AttributeValue> shown = new LinkedHashMap<>();
      for (String name : names) {
        AttributeValue value = item.get(name);
        if (value != null) {
          shown.put(name, value);
        }
      }
      return shown;
    }
  }
}
