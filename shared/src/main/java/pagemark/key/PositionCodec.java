package pagemark.key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes an item's sort value and key as a [Position] and reads them back, in the score layout:
/// the score is the sort value and the member the item key, a single string key verbatim.
///
/// With the sort attribute `SK` of type datetime and the key `PK`, the item `{PK: "rita", SK:
/// "2024-05-01 00:00"}` stands at `(1714521600, "rita")`.
///
/// @param sortAttribute the name of the sort attribute in the table
/// @param key the table's primary key attributes
public record PositionCodec(String sortAttribute, SortType sortType, List<KeyAttribute> key) {
  /// DynamoDB's limit on a partition key, in bytes.
  private static final int KEY_BYTES_MAX = 2048;

  public PositionCodec {
    key = List.copyOf(key);
  }

  /// The item key's bytes, from an item or from its key attributes alone.
  ///
  /// @throws UnfitException where a key attribute is missing, or not of its declared type
  public Bytes itemKey(Map<String, AttributeValue> item) throws UnfitException {
    Bytes bytes = Bytes.utf8(key.getFirst().text(item));
    if (bytes.length() == 0 || bytes.length() > KEY_BYTES_MAX) {
      throw new UnfitException(key.getFirst().name() + " must have 1 to 2048 bytes");
    }
    return bytes;
  }

  /// Where `item` stands in its group.
  ///
  /// @throws UnfitException where its sort value or key does not fit the declared type
  public Position position(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue sort = item.get(sortAttribute);
    if (sort == null) {
      throw new UnfitException(sortAttribute + " is missing");
    }
    return new Position(score(sort), itemKey(item));
  }

  private double score(AttributeValue sort) throws UnfitException {
    try {
      return sortType.score(sort);
    } catch (UnfitException e) {
      throw new UnfitException(sortAttribute + " " + e.reason());
    }
  }

  /// The item key of the item that stands at `position`.
  public Bytes itemKey(Position position) {
    return position.member();
  }

  /// The key attributes of the item that stands at `position`, as GetItem takes them.
  public Map<String, AttributeValue> keyAttributes(Position position) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put(key.getFirst().name(), key.getFirst().type().value(position.member().text()));
    return attributes;
  }

  /// The sort value of the item that stands at `position`.
  public AttributeValue sortValue(Position position) {
    return sortType.value(position.score());
  }
}
