package pagemark.key;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A place in an item: an attribute, or a value in maps below one. `["address", "country"]` is the
/// country in the map `address`. One name is the attribute of that very name, dots included.
///
/// @param names at least one
public record AttributePath(List<String> names) {
  public AttributePath {
    names = List.copyOf(names);
  }

  /// An attribute of the item itself.
  public static AttributePath of(String attribute) {
    return new AttributePath(List.of(attribute));
  }

  /// The item's own attribute, which holds the value or is it.
  public String attribute() {
    return names.getFirst();
  }

  /// Whether the value is inside of a map.
  public boolean isNested() {
    return names.size() > 1;
  }

  /// The value at this place; null if there is none, or if something on the way is not a map. NULL
  /// is none: mappers write it for what is missing.
  public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> map = item;
    for (String name : names.subList(0, names.size() - 1)) {
      AttributeValue value = map.get(name);
      if (value == null) {
        return null;
      }
      map = value.m();
    }
    AttributeValue value = map.get(names.getLast());
    return value == null || value.type() == AttributeValue.Type.NUL ? null : value;
  }

  /// The values at this place.
  ///
  /// @param each whether a list or set counts as its elements, and anything else as no value
  /// @throws UnfitException if this version of the SDK does not know the type of one: it could be
  ///   any value
  public List<AttributeValue> all(Map<String, AttributeValue> item, boolean each)
      throws UnfitException {
    AttributeValue value = in(item);
    if (value == null) {
      return List.of();
    }
    List<AttributeValue> all = each ? elements(known(value)) : List.of(value);
    for (AttributeValue one : all) {
      known(one);
    }
    return all;
  }

  /// A value at this place, if its type is known.
  ///
  /// @throws UnfitException if this version of the SDK does not know the type
  public AttributeValue known(AttributeValue value) throws UnfitException {
    if (value.type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
      throw new UnfitException(attribute() + " must be of a known type");
    }
    return value;
  }

  private static List<AttributeValue> elements(AttributeValue value) {
    return switch (value.type()) {
      case L -> value.l();
      case SS -> value.ss().stream().map(AttributeValue::fromS).toList();
      case NS -> value.ns().stream().map(AttributeValue::fromN).toList();
      case BS -> value.bs().stream().map(AttributeValue::fromB).toList();
      default -> List.of();
    };
  }

  /// Adds the field that declares this place in `listings.json`: `attribute`, or `path`.
  public void put(ObjectNode json) {
    if (isNested()) {
      names.forEach(json.putArray("path")::add);
    } else {
      json.put("attribute", attribute());
    }
  }

  /// The place as people read it: `address.country`.
  @Override
  public String toString() {
    return String.join(".", names);
  }
}
