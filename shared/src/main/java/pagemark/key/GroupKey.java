package pagemark.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Sha256;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What tells the groups of a listing apart: up to four values of an item, each combination one
/// group. Without any, the listing is one group. `docs/internals/key-format.md` has the names.
///
/// @param isEscaped whether a name of one value is escaped too, because groups within that one have
///   names that begin with it: the listing has open filters
/// @param buckets how many groups there are if a hash of the item's key names them, so that writes
///   spread evenly; 0 if the parts do
public record GroupKey(List<GroupPart> parts, boolean isEscaped, int buckets) {
  /// The most values that may name a group.
  public static final int PARTS_MAX = 4;

  /// The whole listing as one group.
  public static final GroupKey NONE = new GroupKey(List.of(), false);

  /// Longer names of several values are shortened.
  private static final int NAME_BYTES_MAX = 1024;

  private static final int HEAD_BYTES_MAX = 200;

  /// Begins the hash in a shortened name. In other names, `25`, `2F` or `=` follows each `%`.
  private static final String CUT = "%~";

  /// Begins the filter and its value in the name of a group within another one.
  private static final String WITHIN = "%=";

  public GroupKey {
    parts = List.copyOf(parts);
  }

  public GroupKey(List<GroupPart> parts, boolean isEscaped) {
    this(parts, isEscaped, 0);
  }

  /// Groups by a hash of the item's key.
  public static GroupKey hashed(int buckets) {
    return new GroupKey(List.of(), false, buckets);
  }

  /// The names of the buckets, of equal length.
  public List<Group> hashedGroups() {
    return IntStream.range(0, buckets).mapToObj(GroupKey::bucket).toList();
  }

  /// The bucket of an item.
  public Group hashed(Bytes itemKey) {
    byte[] hash = Sha256.of(itemKey.toArray());
    return bucket(Math.floorMod(ByteBuffer.wrap(hash).getInt(), buckets));
  }

  private static Group bucket(int number) {
    return new Group("%04d".formatted(number));
  }

  /// The attribute whose value names the group by itself, without or with a prefix, so that Queries
  /// can name it; empty if several do, or none, or a value inside of a map, or each of a list.
  public Optional<KeyAttribute> attribute() {
    return parts.size() == 1 && !parts.getFirst().path().isNested() && !parts.getFirst().each()
        ? Optional.of(
            new KeyAttribute(parts.getFirst().path().attribute(), parts.getFirst().type()))
        : Optional.empty();
  }

  /// The attribute whose value is the group's name, so that item keys leave it out.
  public Optional<KeyAttribute> implied() {
    return isEscaped ? Optional.empty() : attribute();
  }

  /// The attributes that hold the parts.
  public Set<String> attributes() {
    return parts.stream()
        .map(part -> part.path().attribute())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// Whether an item has all parts.
  public boolean isIn(Map<String, AttributeValue> item) {
    return parts.stream().allMatch(part -> part.isIn(item));
  }

  /// The texts of each part in an item: the item is in a group for each combination. A single value
  /// has at least one byte. One of several may be empty.
  ///
  /// @return none for a part if an item has no element that names a group
  /// @throws UnfitException if a value is missing, or has the wrong type or size
  public List<Set<String>> partTexts(Map<String, AttributeValue> item) throws UnfitException {
    List<Set<String>> texts = new ArrayList<>();
    for (GroupPart part : parts) {
      texts.add(part.texts(item, bytesMin()));
    }
    return texts;
  }

  /// The fewest bytes of each part.
  public int bytesMin() {
    return parts.size() > 1 ? 0 : 1;
  }

  /// The group that parts name: a single text is the name itself, several are joined by slashes.
  public Group named(List<String> texts) {
    return texts.size() == 1 && !isEscaped ? new Group(texts.getFirst()) : bounded(joined(texts));
  }

  /// The group by the text that stands for it in the names of partitions, which is its only part.
  public static Group unescaped(List<String> texts) {
    return new Group(texts.isEmpty() ? "" : texts.getFirst());
  }

  /// The group within another one that has the items of one value of an open filter.
  public Group within(List<String> texts, String filter, String value) {
    return bounded(joined(texts) + WITHIN + filter + WITHIN + escaped(value));
  }

  private static String joined(List<String> texts) {
    return texts.stream().map(GroupKey::escaped).collect(Collectors.joining("/"));
  }

  private static Group bounded(String name) {
    Bytes bytes = Bytes.utf8(name);
    return new Group(bytes.length() > NAME_BYTES_MAX ? shortened(name, bytes) : name);
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("/", "%2F");
  }

  /// The first 200 bytes, cut between two characters, and a hash of all.
  private static String shortened(String name, Bytes bytes) {
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (int character : name.codePoints().toArray()) {
      length += Character.toString(character).getBytes(UTF_8).length;
      if (length > HEAD_BYTES_MAX) {
        break;
      }
      head.appendCodePoint(character);
    }
    return head + CUT + HexFormat.of().formatHex(Sha256.of(bytes.toArray()));
  }

  /// The parts of a group's name; empty if it was shortened, or if it is a group within another
  /// one.
  public Optional<List<String>> texts(Group group) {
    String name = group.text();
    if (parts.size() == 1 && !isEscaped) {
      return Optional.of(List.of(name));
    }
    if (name.contains(CUT) || name.contains(WITHIN)) {
      return Optional.empty();
    }
    return Optional.of(
        parts.isEmpty()
            ? List.of()
            : Stream.of(name.split("/", -1))
                .map(text -> text.replace("%2F", "/").replace("%25", "%"))
                .toList());
  }

  /// Whether the name of a group says that it is within another one. One that was shortened may not
  /// say it.
  public boolean isWithin(Group group) {
    return isEscaped && group.text().contains(WITHIN);
  }

  /// The value of the group's single attribute in the items of a group.
  ///
  /// @param text the group's part, as requests name it
  /// @throws IllegalArgumentException if it does not fit the attribute's type
  public AttributeValue value(String text) {
    return attribute().orElseThrow().value(parts.getFirst().prefix() + text);
  }

  /// A value of an item that names its group, or a part of the group's name. With `each`, a list or
  /// set of such values: the item is in a group for each of them.
  ///
  /// @param type string, number or binary
  /// @param prefix of a string: `CUSTOMER#alice` gives `alice` with the prefix `CUSTOMER#`, and
  ///   other values give nothing. Empty if the whole value counts
  /// @param each whether the elements of a list or set name groups. Other values do not then, and
  ///   neither do elements of another type or size
  public record GroupPart(AttributePath path, AttributeType type, String prefix, boolean each) {
    /// Whether an item has the value, with more than the prefix; or perhaps one in a list or set.
    boolean isIn(Map<String, AttributeValue> item) {
      AttributeValue value = path.in(item);
      return value != null && (each || hasMore(value));
    }

    private boolean hasMore(AttributeValue value) {
      return prefix.isEmpty()
          || (value.s() != null
              && value.s().startsWith(prefix)
              && value.s().length() > prefix.length());
    }

    /// Writes the values in `item` as texts, without the prefix, each once.
    ///
    /// @param bytesMin the fewest bytes that each may have
    /// @throws UnfitException if the only value is missing, or has the wrong type or size
    Set<String> texts(Map<String, AttributeValue> item, int bytesMin) throws UnfitException {
      if (!each) {
        return Set.of(text(path.in(item), bytesMin));
      }
      Set<String> texts = new LinkedHashSet<>();
      for (AttributeValue value : path.all(item, true)) {
        if (hasMore(value)) {
          try {
            texts.add(text(value, bytesMin));
          } catch (UnfitException e) {
            // an element that names no group
          }
        }
      }
      return texts;
    }

    private String text(@Nullable AttributeValue value, int bytesMin) throws UnfitException {
      Bytes bytes = KeyAttribute.sized(path.toString(), type, value, bytesMin);
      return type.text(type.value(bytes)).substring(prefix.length());
    }
  }
}
