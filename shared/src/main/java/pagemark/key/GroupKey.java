package pagemark.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Sha256;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What tells the groups of a listing apart: up to four values of an item, each combination one
/// group. Without any, the whole listing is one group. `docs/key-format.md` specifies the names.
public record GroupKey(List<GroupPart> parts) {
  /// The most values that may name a group.
  public static final int PARTS_MAX = 4;

  /// The whole listing as one group.
  public static final GroupKey NONE = new GroupKey(List.of());

  /// Longer names of several values are shortened.
  private static final int NAME_BYTES_MAX = 1024;

  private static final int HEAD_BYTES_MAX = 200;

  /// Begins the hash in a shortened name. In other names, `25` or `2F` follows each `%`.
  private static final String CUT = "%~";

  public GroupKey {
    parts = List.copyOf(parts);
  }

  /// Groups by one attribute, whose whole value is the name.
  public static GroupKey of(KeyAttribute attribute) {
    return new GroupKey(
        List.of(new GroupPart(AttributePath.of(attribute.name()), attribute.type(), "")));
  }

  /// The attribute whose value names the group by itself, without or with a prefix; empty if
  /// several do, or none, or a value inside of a map. Item keys leave it out, and Queries can name
  /// it.
  public Optional<KeyAttribute> attribute() {
    return parts.size() == 1 && !parts.getFirst().path().isNested()
        ? Optional.of(
            new KeyAttribute(parts.getFirst().path().attribute(), parts.getFirst().type()))
        : Optional.empty();
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

  /// The group of an item. A single value has at least one byte. One of several may be empty.
  ///
  /// @throws UnfitException if a value is missing, or has the wrong type or size
  public Group group(Map<String, AttributeValue> item) throws UnfitException {
    List<String> texts = new ArrayList<>();
    for (GroupPart part : parts) {
      texts.add(part.text(item, bytesMin()));
    }
    return named(texts);
  }

  /// The fewest bytes of each part.
  public int bytesMin() {
    return parts.size() > 1 ? 0 : 1;
  }

  /// The group that parts name: a single text is the name itself, several are joined by slashes.
  public Group named(List<String> texts) {
    if (texts.size() == 1) {
      return new Group(texts.getFirst());
    }
    String name = texts.stream().map(GroupKey::escaped).collect(Collectors.joining("/"));
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

  /// The parts of a group's name; empty if it was shortened.
  public Optional<List<String>> texts(Group group) {
    if (parts.isEmpty()) {
      return Optional.of(List.of());
    }
    if (parts.size() == 1) {
      return Optional.of(List.of(group.text()));
    }
    return group.text().contains(CUT)
        ? Optional.empty()
        : Optional.of(
            Stream.of(group.text().split("/", -1))
                .map(text -> text.replace("%2F", "/").replace("%25", "%"))
                .toList());
  }

  /// The value of the group's single attribute in the items of `group`.
  ///
  /// @throws IllegalArgumentException if the group's text does not fit the attribute's type
  public AttributeValue value(Group group) {
    return attribute().orElseThrow().value(parts.getFirst().prefix() + group.text());
  }
}
