package pagemark.key;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Layout;
import pagemark.entry.Position;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes an item's sort values and key as a [Position] and reads them back.
/// `docs/internals/key-format.md` specifies the bytes.
///
/// With the sort attribute `SK` of type datetime and the key `PK`, the item `{PK: "rita", SK:
/// "2024-05-01 00:00"}` stands at `(1714521600, "rita")`.
public final class PositionCodec {
  private static final Bytes NOTHING = Bytes.of(new byte[0]);

  private final GroupKey group;
  private final Sort sort;
  private final List<KeyAttribute> key;

  /// Encodes the item key: without the group attribute if a Query can read the items in order, else
  /// whole.
  private final ItemKeyCodec items;

  /// Encodes the part of the item key that follows the sort value in the bytes layout.
  private final ItemKeyCodec tail;

  /// @param group positions leave its attribute out if it is one of two key attributes, if its
  ///   value is the group's name, and if a Query can read the items in order
  /// @param key the table's primary key attributes, one or two
  public PositionCodec(GroupKey group, Sort sort, List<KeyAttribute> key) {
    this.group = group;
    this.sort = sort;
    this.key = List.copyOf(key);
    boolean isWhole = key.size() == 1 || !sort.isQueryable();
    this.items = new ItemKeyCodec(isWhole ? key : withoutGroup(key, group));
    this.tail =
        sort.isQueryable() ? new ItemKeyCodec(without(items.attributes(), sortAttribute())) : items;
  }

  private static List<KeyAttribute> withoutGroup(List<KeyAttribute> key, GroupKey group) {
    return group.implied().map(attribute -> without(key, attribute.name())).orElse(key);
  }

  private static List<KeyAttribute> without(List<KeyAttribute> key, String attribute) {
    return key.stream().filter(each -> !each.name().equals(attribute)).toList();
  }

  public GroupKey group() {
    return group;
  }

  public Sort sort() {
    return sort;
  }

  /// The attribute with the first sort value.
  public String sortAttribute() {
    return sort.first().path().attribute();
  }

  /// The type of the first sort value.
  public SortType sortType() {
    return sort.first().type();
  }

  /// Whether a Query of a table or index with the sort attribute as its sort key reads items in
  /// this order. If not, items are read by key.
  public boolean isQueryable() {
    return sort.isQueryable();
  }

  /// The table's primary key attributes.
  public List<KeyAttribute> key() {
    return key;
  }

  public Layout layout() {
    return sort.layout();
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
    return switch (layout()) {
      case SCORE -> new Position(sort.score(item), items.encode(item));
      case BYTES -> new Position(0, member(sort.values(item), item));
    };
  }

  private Bytes member(List<Optional<Bytes>> sorts, Map<String, AttributeValue> item)
      throws UnfitException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sort.write(sorts, out);
    out.writeBytes(tail.encode(item).toArray());
    return Bytes.of(out.toByteArray());
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
        attributes.put(attribute.name(), value == null ? group.value(ofGroup.text()) : value);
      }
      return attributes;
    } catch (UnfitException e) {
      throw foreign(position, e);
    }
  }

  /// Decodes what a position tells of its item: the key attributes, and the sort values of types
  /// that are [held whole][SortType#isHeldWhole], unless they are inside of a map.
  public Map<String, AttributeValue> attributes(Group ofGroup, Position position) {
    Map<String, AttributeValue> attributes = keyAttributes(ofGroup, position);
    if (layout() == Layout.BYTES) {
      sort.putWhole(sortBytes(position), attributes);
    } else if (sortType().isHeldWhole() && !sort.first().path().isNested()) {
      attributes.putIfAbsent(sortAttribute(), sortValue(position));
    }
    return attributes;
  }

  /// Decodes the first sort value of the item at `position`.
  ///
  /// @throws IllegalArgumentException if it has none
  public AttributeValue sortValue(Position position) {
    return switch (layout()) {
      case SCORE -> sort.scores().value(position.score());
      case BYTES ->
          sort.value(
              sortBytes(position)
                  .getFirst()
                  .orElseThrow(() -> new IllegalArgumentException("no sort value: " + position)));
    };
  }

  /// The sort values of the item at `position` as bytes, empty for a missing one. With the item's
  /// key they give the position again, whatever the types.
  public List<Optional<Bytes>> sortBytes(Position position) {
    if (layout() == Layout.SCORE) {
      byte[] score = ByteBuffer.allocate(Double.BYTES).putDouble(position.score()).array();
      return List.of(Optional.of(Bytes.of(score)));
    }
    List<Optional<Bytes>> sorts = new ArrayList<>();
    sort.read(position.member().toArray(), sorts);
    return sorts;
  }

  /// The inverse of [#sortBytes] and [#keyAttributes].
  ///
  /// @throws UnfitException if a key attribute is missing or has the wrong type
  public Position position(List<Optional<Bytes>> sortBytes, Map<String, AttributeValue> itsKey)
      throws UnfitException {
    return switch (layout()) {
      case SCORE -> {
        byte[] score = sortBytes.getFirst().orElseThrow().toArray();
        yield new Position(ByteBuffer.wrap(score).getDouble(), items.encode(itsKey));
      }
      case BYTES -> new Position(0, member(sortBytes, itsKey));
    };
  }

  /// The boundary before all items that have a value as their first one.
  ///
  /// @throws UnfitException if `value` does not fit the declared type
  public Position before(AttributeValue value) throws UnfitException {
    return switch (layout()) {
      case SCORE -> new Position(sort.scores().score(value), NOTHING);
      case BYTES -> before(sort.bytes(value));
    };
  }

  /// The boundary before all items whose first sort value has these bytes, in the bytes layout.
  public Position before(Bytes sortBytes) {
    return new Position(0, sort.before(sortBytes));
  }

  /// The boundary after all items that have a value as their first one.
  ///
  /// @throws UnfitException as [#before] does
  public Position behind(AttributeValue value) throws UnfitException {
    Position before = before(value);
    if (layout() == Layout.SCORE) {
      return new Position(Math.nextUp(before.score()), NOTHING);
    }
    byte[] prefix = before.member().toArray();
    prefix[prefix.length - 1]++;
    return new Position(0, Bytes.of(prefix));
  }

  /// The boundary before all items that have a first sort value; empty if the group begins there.
  public Optional<Position> begin() {
    return sort.begin().map(member -> new Position(0, member));
  }

  /// The boundary after all items that have a first sort value; empty if the group ends there.
  public Optional<Position> end() {
    return sort.end().map(member -> new Position(0, member));
  }

  /// Decodes the key attributes that a position holds: all but the group, and in the bytes layout
  /// the sort value too, or the whole key.
  private Map<String, AttributeValue> held(Position position) throws UnfitException {
    byte[] member = position.member().toArray();
    if (layout() == Layout.SCORE) {
      return items.decode(member);
    }
    int length = sort.read(member, new ArrayList<>());
    Map<String, AttributeValue> held =
        tail.decode(Arrays.copyOfRange(member, length, member.length));
    if (isQueryable()) {
      held.put(sortAttribute(), sortValue(position));
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
        && sort.equals(that.sort)
        && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return Objects.hash(group, sort, key);
  }
}
