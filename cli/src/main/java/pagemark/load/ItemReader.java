package pagemark.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.KeyAttribute;
import pagemark.key.UnfitException;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Indexable;
import pagemark.listing.Listing;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// Reads items from plain JSON, as pages show them, and checks that they fit a listing and its
/// table.
final class ItemReader {
  private static final int PARTITION_KEY_BYTES_MAX = 2048;
  private static final int SORT_KEY_BYTES_MAX = 1024;

  private final IndexDefinition definition;
  private final List<KeySchemaElement> key;
  private final Map<String, ScalarAttributeType> types = new HashMap<>();
  private final JsonItem json;

  ItemReader(Listing listing, TableDescription table) {
    this.definition = listing.definition();
    this.key = table.keySchema();
    table.attributeDefinitions().forEach(a -> types.put(a.attributeName(), a.attributeType()));
    this.json = new JsonItem(binary(definition, types));
  }

  /// @param key the item's key attributes
  record Read(Map<String, AttributeValue> item, Map<String, AttributeValue> key) {}

  /// @param utf8 a JSON object
  /// @throws LineException if it is not a JSON object, or does not fit the table or the listing
  Read item(byte[] utf8) throws LineException {
    return checked(json.read(utf8));
  }

  /// The names of the attributes that hold bytes, for which JSON has no type.
  private static Set<String> binary(
      IndexDefinition definition, Map<String, ScalarAttributeType> types) {
    Set<String> names = new HashSet<>(types.keySet());
    names.removeIf(name -> types.get(name) != ScalarAttributeType.B);
    Stream.concat(definition.positions().key().stream(), definition.group().attribute().stream())
        .filter(attribute -> attribute.type() == AttributeType.BINARY)
        .forEach(attribute -> names.add(attribute.name()));
    definition.positions().sort().parts().stream()
        .filter(part -> part.type() instanceof BinarySort && !part.path().isNested())
        .forEach(part -> names.add(part.path().attribute()));
    return names;
  }

  /// Checks an item.
  ///
  /// @throws LineException if the item does not fit the table or the listing
  Read checked(Map<String, AttributeValue> item) throws LineException {
    Map<String, AttributeValue> itsKey = key(item);
    checkTypes(item);
    checkListing(item);
    if (ItemSize.bytes(item) > ItemSize.BYTES_MAX) {
      throw new LineException("is an item of more than 400 KB");
    }
    return new Read(item, itsKey);
  }

  private Map<String, AttributeValue> key(Map<String, AttributeValue> item) throws LineException {
    Map<String, AttributeValue> itsKey = new TreeMap<>();
    for (KeySchemaElement element : key) {
      itsKey.put(element.attributeName(), keyValue(element, item));
    }
    checkTypes(itsKey);
    return itsKey;
  }

  private static AttributeValue keyValue(KeySchemaElement element, Map<String, AttributeValue> item)
      throws LineException {
    String name = element.attributeName();
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new LineException("the key attribute " + name + " is missing");
    }
    int max = element.keyType() == KeyType.HASH ? PARTITION_KEY_BYTES_MAX : SORT_KEY_BYTES_MAX;
    if (value.n() == null) {
      long bytes = ItemSize.bytes(Map.of("", value));
      if (bytes == 0 || bytes > max) {
        throw new LineException("%s must have 1 to %d bytes".formatted(name, max));
      }
    }
    return value;
  }

  private void checkTypes(Map<String, AttributeValue> item) throws LineException {
    for (Map.Entry<String, ScalarAttributeType> typed : types.entrySet()) {
      AttributeValue value = item.get(typed.getKey());
      if (value != null && !value.type().name().equals(typed.getValue().name())) {
        throw new LineException(
            "%s must be of the type %s".formatted(typed.getKey(), typed.getValue()));
      }
    }
  }

  private void checkListing(Map<String, AttributeValue> item) throws LineException {
    try {
      for (KeyAttribute attribute : definition.positions().key()) {
        attribute.text(item);
      }
    } catch (UnfitException e) {
      throw new LineException(e.reason());
    }
    if (definition.indexable(item) instanceof Indexable.Poison(var reason)) {
      throw new LineException(reason);
    }
  }

  /// A line or an item cannot be loaded. The message is the reason; it never holds an item's data,
  /// except a number that DynamoDB cannot store.
  static final class LineException extends Exception {
    LineException(String reason) {
      super(reason);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /// The size of an item as DynamoDB counts it.
  static final class ItemSize {
    /// The largest item: 400 KB.
    static final int BYTES_MAX = 400 * 1024;

    private static final int CONTAINER_BYTES = 3;

    private ItemSize() {}

    static long bytes(Map<String, AttributeValue> item) {
      return item.entrySet().stream()
          .mapToLong(field -> utf8(field.getKey()) + bytes(field.getValue()))
          .sum();
    }

    private static long bytes(AttributeValue value) {
      return switch (value.type()) {
        case S -> utf8(value.s());
        case N -> (new BigDecimal(value.n()).precision() + 1) / 2 + 1;
        case B -> value.b().asByteArrayUnsafe().length;
        case BOOL, NUL -> 1;
        case M -> CONTAINER_BYTES + value.m().size() + bytes(value.m());
        case L ->
            CONTAINER_BYTES
                + value.l().size()
                + value.l().stream().mapToLong(ItemSize::bytes).sum();
        case SS, NS, BS, UNKNOWN_TO_SDK_VERSION ->
            throw new IllegalArgumentException("JSON has no " + value.type());
      };
    }

    private static int utf8(String text) {
      return text.getBytes(UTF_8).length;
    }
  }
}
