package pagemark.dynamodb.request;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Inner;
import pagemark.tree.node.Inner.Child;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.NodeKey;
import pagemark.tree.node.RowPacker.RegisterPacker;
import pagemark.tree.node.Tally;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes items of an index table as attributes, and reads them.
/// `docs/internals/index-layout-dynamodb.md` describes each attribute.
public final class ItemCodec {
  /// The partition key.
  public static final String PARTITION = "p";

  /// The sort key.
  public static final String SORT = "s";

  /// The version of a leaf, and of counts.
  static final String VERSION = "v";

  /// The version of a structure. Its name differs, so that no condition on a leaf holds for it.
  static final String STRUCTURE_VERSION = "sv";

  /// The tallies of counts, by name.
  static final String TALLIES = "m";

  /// The listing's name, which only roots have.
  static final String LISTING = "l";

  private static final String CLOCK = "c";
  private static final String REGISTERS = "e";
  private static final String CHILDREN = "k";
  private static final String END = "h";
  private static final String OVER_LEAVES = "o";
  private static final String NEXT_NAME = "nx";
  private static final String GROUP = "g";
  private static final int NAME_RADIX = 36;
  private static final int KEY_BYTES = 1 + 22 + 1 + 1;

  private ItemCodec() {}

  /// The key attributes of an item.
  public static Map<String, AttributeValue> key(NodeKey node, Item.Name name) {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put(PARTITION, AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(node.bytes())));
    key.put(SORT, AttributeValue.fromS(name.name()));
    return key;
  }

  public static Map<String, AttributeValue> encode(NodeKey node, Item item) {
    Map<String, AttributeValue> attributes = key(node, item.name());
    attributes.putAll(attributes(item));
    return attributes;
  }

  private static Map<String, AttributeValue> attributes(Item item) {
    return switch (item) {
      case Leaf leaf -> leaf(leaf);
      case Inner inner -> inner(inner);
      case InnerCounts counts -> counts(counts);
    };
  }

  private static Map<String, AttributeValue> leaf(Leaf leaf) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put(VERSION, number(leaf.version()));
    attributes.put(CLOCK, number(leaf.clock()));
    attributes.put(REGISTERS, binary(RegisterPacker.of(leaf).packed()));
    putNames(attributes, leaf.nextName(), leaf.group());
    return attributes;
  }

  private static Map<String, AttributeValue> inner(Inner inner) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put(STRUCTURE_VERSION, number(inner.version()));
    attributes.put(OVER_LEAVES, AttributeValue.fromBool(inner.overLeaves()));
    attributes.put(CHILDREN, binary(Child.packed(inner.children())));
    if (inner.end() != null) {
      attributes.put(END, binary(inner.end().toArray()));
    }
    putNames(attributes, inner.nextName(), inner.group());
    return attributes;
  }

  private static void putNames(
      Map<String, AttributeValue> attributes, long nextName, @Nullable GroupName group) {
    if (nextName > 0) {
      attributes.put(NEXT_NAME, number(nextName));
    }
    if (group != null) {
      attributes.put(LISTING, AttributeValue.fromS(group.listing()));
      attributes.put(GROUP, AttributeValue.fromS(group.group()));
    }
  }

  private static Map<String, AttributeValue> counts(InnerCounts counts) {
    Map<String, AttributeValue> tallies = new HashMap<>();
    counts.children().forEach((name, tally) -> tallies.put(name(name), binary(tally.packed())));
    return Map.of(VERSION, number(counts.version()), TALLIES, AttributeValue.fromM(tallies));
  }

  /// The name of a child, as a key of the map of tallies.
  static String name(long name) {
    return Long.toString(name, NAME_RADIX);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  static AttributeValue binary(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
  }

  /// Reads an item. Its key must be the one of [#encode].
  public static Item decode(Map<String, AttributeValue> item) {
    if (item.containsKey(TALLIES)) {
      return decodedCounts(item);
    }
    long nextName = item.containsKey(NEXT_NAME) ? number(item, NEXT_NAME) : 0;
    GroupName group =
        item.containsKey(LISTING)
            ? new GroupName(attribute(item, LISTING).s(), attribute(item, GROUP).s())
            : null;
    if (item.containsKey(REGISTERS)) {
      long clock = number(item, CLOCK);
      var registers = RegisterPacker.unpack(bytes(item, REGISTERS), clock);
      return new Leaf(number(item, VERSION), clock, registers, nextName, group);
    }
    Bytes end = item.containsKey(END) ? Bytes.of(bytes(item, END)) : null;
    boolean overLeaves = attribute(item, OVER_LEAVES).bool();
    var children = Child.unpacked(bytes(item, CHILDREN));
    return new Inner(number(item, STRUCTURE_VERSION), end, overLeaves, nextName, children, group);
  }

  private static InnerCounts decodedCounts(Map<String, AttributeValue> item) {
    Map<Long, Tally> children = new HashMap<>();
    attribute(item, TALLIES)
        .m()
        .forEach(
            (name, tally) ->
                children.put(
                    Long.parseLong(name, NAME_RADIX),
                    Tally.unpacked(tally.b().asByteArrayUnsafe())));
    return new InnerCounts(number(item, VERSION), children);
  }

  private static AttributeValue attribute(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new IllegalStateException("an item of the index has no attribute " + name);
    }
    return value;
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(attribute(item, name).n());
  }

  private static byte[] bytes(Map<String, AttributeValue> item, String name) {
    return attribute(item, name).b().asByteArrayUnsafe();
  }

  /// The size of an item by DynamoDB's rules. A write of up to 1,024 bytes costs one unit.
  public static int bytes(Item item) {
    return KEY_BYTES + bytes(attributes(item));
  }

  /// The size of some attributes by DynamoDB's rules: names and values; a number takes a byte for
  /// two digits and one more, a map three and one for each element.
  private static int bytes(Map<String, AttributeValue> attributes) {
    int sum = 0;
    for (var attribute : attributes.entrySet()) {
      sum += attribute.getKey().length() + bytes(attribute.getValue());
    }
    return sum;
  }

  private static int bytes(AttributeValue value) {
    return switch (value.type()) {
      case N -> 1 + (value.n().length() + 1) / 2;
      case B -> value.b().asByteArrayUnsafe().length;
      case S -> Bytes.utf8(value.s()).length();
      case M -> 3 + value.m().size() + bytes(value.m());
      case BOOL -> 1;
      default -> throw new IllegalStateException("an index has no attributes of " + value.type());
    };
  }
}
