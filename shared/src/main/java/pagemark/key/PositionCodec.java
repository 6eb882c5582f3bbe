package pagemark.key;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes an item's sort value and key as a [Position] and reads them back. `docs/key-format.md`
/// specifies the bytes.
///
/// With the sort attribute `SK` of type datetime and the key `PK`, the item `{PK: "rita", SK:
/// "2024-05-01 00:00"}` stands at `(1714521600, "rita")`.
public final class PositionCodec {
  /// DynamoDB's limit on a sort key, in bytes.
  private static final int SORT_BYTES_MAX = 1024;

  private static final Bytes NOTHING = Bytes.of(new byte[0]);

  private final GroupKey group;
  private final String sortAttribute;
  private final SortType sortType;
  private final List<KeyAttribute> key;

  /// Encodes the item key: without the group attribute if a Query can read the items in order, else
  /// whole.
  private final ItemKeyCodec items;

  /// Encodes the part of the item key that follows the sort value in the bytes layout.
  private final ItemKeyCodec tail;

  /// @param group positions leave its attribute out if it is one of two key attributes, and if a
  ///   Query can read the items in order
  /// @param key the table's primary key attributes, one or two
  public PositionCodec(
      GroupKey group, String sortAttribute, SortType sortType, List<KeyAttribute> key) {
    this.group = group;
    this.sortAttribute = sortAttribute;
    this.sortType = sortType;
    this.key = List.copyOf(key);
    boolean isWhole = key.size() == 1 || !sortType.isStoredOrder();
    this.items = new ItemKeyCodec(isWhole ? key : withoutGroup(key, group));
    this.tail =
        sortType.isStoredOrder()
            ? new ItemKeyCodec(without(items.attributes(), sortAttribute))
            : items;
  }

  private static List<KeyAttribute> withoutGroup(List<KeyAttribute> key, GroupKey group) {
    return group.attribute().map(attribute -> without(key, attribute.name())).orElse(key);
  }

  private static List<KeyAttribute> without(List<KeyAttribute> key, String attribute) {
    return key.stream().filter(each -> !each.name().equals(attribute)).toList();
  }

  public GroupKey group() {
    return group;
  }

  public String sortAttribute() {
    return sortAttribute;
  }

  public SortType sortType() {
    return sortType;
  }

  /// Whether a Query of a table or index with the sort attribute as its sort key reads items in
  /// this order. If not, items are read by key.
  public boolean isQueryable() {
    return sortType.isStoredOrder();
  }

  /// The table's primary key attributes.
  public List<KeyAttribute> key() {
    return key;
  }

  public Layout layout() {
    return switch (sortType) {
      case SortType.AsScore _ -> Layout.SCORE;
      case SortType.AsBytes _ -> Layout.BYTES;
    };
  }

  /// Encodes the item key, unique in its group. Key attributes alone are enough as `item`.
  ///
  /// @throws UnfitException if a key attribute is missing or has the wrong type
  public Bytes itemKey(Map<String, AttributeValue> item) throws UnfitException {
    return items.encode(item);
  }

  /// Encodes the position of `item` in its group.
  ///
  /// @throws UnfitException if its sort value or key does not fit the declared type
  public Position position(Map<String, AttributeValue> item) throws UnfitException {
    for (KeyAttribute attribute : key) {
      attribute.bytes(item);
    }
    return switch (sortType) {
      case SortType.AsScore scores -> new Position(score(scores, item), items.encode(item));
      case SortType.AsBytes bytes -> new Position(0, member(sortBytes(bytes, item), item));
    };
  }

  private double score(SortType.AsScore scores, Map<String, AttributeValue> item)
      throws UnfitException {
    try {
      return scores.score(sort(item));
    } catch (UnfitException e) {
      throw e.about(sortAttribute);
    }
  }

  private Bytes sortBytes(SortType.AsBytes bytes, Map<String, AttributeValue> item)
      throws UnfitException {
    try {
      return sized(bytes.bytes(sort(item)));
    } catch (UnfitException e) {
      throw e.about(sortAttribute);
    }
  }

  private Bytes member(Bytes sort, Map<String, AttributeValue> item) throws UnfitException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Escaped.write(sort, out);
    out.writeBytes(tail.encode(item).toArray());
    return Bytes.of(out.toByteArray());
  }

  private AttributeValue sort(Map<String, AttributeValue> item) throws UnfitException {
    AttributeValue sort = item.get(sortAttribute);
    if (sort == null) {
      throw new UnfitException("is missing");
    }
    return sort;
  }

  /// Decodes the item key of the item at `position`.
  public Bytes itemKey(Position position) {
    try {
      return layout() == Layout.SCORE ? position.member() : items.encode(held(position));
    } catch (UnfitException e) {
      throw foreign(position, e);
    }
  }

  /// Decodes the key attributes of the item at `position`, in the form that GetItem takes.
  public Map<String, AttributeValue> keyAttributes(Group ofGroup, Position position) {
    try {
      Map<String, AttributeValue> held = held(position);
      Map<String, AttributeValue> attributes = new LinkedHashMap<>();
      for (KeyAttribute attribute : key) {
        AttributeValue value = held.get(attribute.name());
        attributes.put(attribute.name(), value == null ? group.value(ofGroup) : value);
      }
      return attributes;
    } catch (UnfitException e) {
      throw foreign(position, e);
    }
  }

  /// Decodes the sort value of the item at `position`.
  public AttributeValue sortValue(Position position) {
    return switch (sortType) {
      case SortType.AsScore scores -> scores.value(position.score());
      case SortType.AsBytes bytes -> {
        byte[] member = position.member().toArray();
        yield bytes.value(Escaped.read(member, Escaped.length(member)));
      }
    };
  }

  /// The sort value of the item at `position` as bytes. With the item's key they give the position
  /// again, whatever the type.
  public Bytes sortBytes(Position position) {
    byte[] member = position.member().toArray();
    return switch (layout()) {
      case SCORE -> Bytes.of(ByteBuffer.allocate(Double.BYTES).putDouble(position.score()).array());
      case BYTES -> Escaped.read(member, Escaped.length(member));
    };
  }

  /// The inverse of [#sortBytes] and [#keyAttributes].
  ///
  /// @throws UnfitException if a key attribute is missing or has the wrong type
  public Position position(Bytes sortBytes, Map<String, AttributeValue> itsKey)
      throws UnfitException {
    return switch (layout()) {
      case SCORE ->
          new Position(ByteBuffer.wrap(sortBytes.toArray()).getDouble(), items.encode(itsKey));
      case BYTES -> new Position(0, member(sortBytes, itsKey));
    };
  }

  /// The boundary before all items that have a sort value.
  ///
  /// @throws UnfitException if `sort` does not fit the declared type
  public Position before(AttributeValue sort) throws UnfitException {
    return switch (sortType) {
      case SortType.AsScore scores -> new Position(scores.score(sort), NOTHING);
      case SortType.AsBytes bytes -> before(sized(bytes.bytes(sort)));
    };
  }

  /// The boundary before all items whose sort value has these bytes, in the bytes layout.
  public Position before(Bytes sortBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Escaped.write(sortBytes, out);
    return new Position(0, Bytes.of(out.toByteArray()));
  }

  /// The boundary after all items that have a sort value.
  ///
  /// @throws UnfitException as [#before] does
  public Position behind(AttributeValue sort) throws UnfitException {
    Position before = before(sort);
    if (layout() == Layout.SCORE) {
      return new Position(Math.nextUp(before.score()), NOTHING);
    }
    byte[] prefix = before.member().toArray();
    prefix[prefix.length - 1]++;
    return new Position(0, Bytes.of(prefix));
  }

  private static Bytes sized(Bytes sort) throws UnfitException {
    if (sort.length() > SORT_BYTES_MAX) {
      throw new UnfitException("must have at most 1024 bytes");
    }
    return sort;
  }

  /// Decodes the key attributes that a position holds: all but the group, and in the bytes layout
  /// the sort value too, or the whole key.
  private Map<String, AttributeValue> held(Position position) throws UnfitException {
    byte[] member = position.member().toArray();
    if (layout() == Layout.SCORE) {
      return items.decode(member);
    }
    byte[] rest = Arrays.copyOfRange(member, Escaped.length(member), member.length);
    Map<String, AttributeValue> held = tail.decode(rest);
    if (isQueryable()) {
      held.put(sortAttribute, sortValue(position));
    }
    return held;
  }

  private static IllegalArgumentException foreign(Position position, UnfitException e) {
    return new IllegalArgumentException("not a position of this listing: " + position, e);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PositionCodec that
        && group.equals(that.group)
        && sortAttribute.equals(that.sortAttribute)
        && sortType.equals(that.sortType)
        && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return Objects.hash(group, sortAttribute, sortType, key);
  }
}
