package pagemark.key;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.key.ItemKeyCodec.Escaped;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// What orders the items of a group: one to three values of each. Items whose first values are
/// equal are ordered by their second ones, and so on.
///
/// An index keeps the order in which the first part ascends. So a listing whose first part descends
/// is read from the end, and a part with another direction than the first one is complemented. The
/// bytes of each part are:
///
/// 1. if items without the value are listed, a tag: 01 without it and first in the index, 02 with
///    it, 03 without it and last;
/// 2. the escaped value, or nothing escaped, complemented if the direction differs.
///
/// @param parts at most [#PARTS_MAX]
public record Sort(List<Part> parts) {
  public static final int PARTS_MAX = 3;

  /// DynamoDB's limit on a sort key, in bytes. It is the limit of all parts together.
  private static final int BYTES_MAX = 1024;

  private static final int MISSING_FIRST = 1;
  private static final int VALUE = 2;
  private static final int MISSING_LAST = 3;
  private static final Bytes NOTHING = Bytes.of(new byte[0]);
  private static final NumberSort NUMBERS = new NumberSort();

  /// Where the items are that lack a value: not in the listing, or before or behind all others, in
  /// the part's own order.
  public enum Missing {
    OMIT,
    FIRST,
    LAST;

    /// The name in listing definitions, such as `last`.
    public String definitionName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// One of the values.
  ///
  /// @param path where it is in an item
  /// @param order of the listing, if a request does not turn it round
  public record Part(AttributePath path, SortType type, Order order, Missing missing) {
    /// Whether an index has a tag for this part.
    boolean isTagged() {
      return missing != Missing.OMIT;
    }
  }

  public Sort {
    parts = isOneValue(parts) ? List.of(ascending(parts.getFirst())) : List.copyOf(parts);
  }

  /// Whether nothing but one value of each item counts. Then its direction is no matter of the
  /// index.
  private static boolean isOneValue(List<Part> parts) {
    return parts.size() == 1 && !parts.getFirst().isTagged();
  }

  private static Part ascending(Part part) {
    return new Part(part.path(), part.type(), Order.ASCENDING, part.missing());
  }

  /// A sort by one attribute.
  public static Sort by(String attribute, SortType type) {
    return new Sort(
        List.of(new Part(AttributePath.of(attribute), type, Order.ASCENDING, Missing.OMIT)));
  }

  public Part first() {
    return parts.getFirst();
  }

  /// Whether a Query of a table or index with the attribute as its sort key reads items in this
  /// order.
  public boolean isQueryable() {
    return isOneValue(parts) && !first().path().isNested() && first().type().isStoredOrder();
  }

  Layout layout() {
    return isOneValue(parts) && first().type() instanceof SortType.AsScore
        ? Layout.SCORE
        : Layout.BYTES;
  }

  /// Whether an item has each value that it must have to be listed.
  public boolean isIn(Map<String, AttributeValue> item) {
    return parts.stream().allMatch(part -> part.isTagged() || part.path().in(item) != null);
  }

  /// The value of an item in the score layout.
  double score(Map<String, AttributeValue> item) throws UnfitException {
    try {
      return scores().score(present(first().path().in(item)));
    } catch (UnfitException e) {
      throw e.about(first().path().toString());
    }
  }

  /// The type of the only part, in the score layout.
  SortType.AsScore scores() {
    return (SortType.AsScore) first().type();
  }

  /// The values of an item as bytes, one for each part; empty if one is missing.
  ///
  /// @throws UnfitException if a value does not fit its type, or is missing and must not be
  List<Optional<Bytes>> values(Map<String, AttributeValue> item) throws UnfitException {
    List<Optional<Bytes>> values = new ArrayList<>();
    for (Part part : parts) {
      values.add(value(part, item));
    }
    if (values.stream().flatMap(Optional::stream).mapToInt(Bytes::length).sum() > BYTES_MAX) {
      String paths = parts.stream().map(part -> part.path().toString()).collect(joining(", "));
      throw new UnfitException(
          "%s must have at most 1024 bytes%s"
              .formatted(paths, parts.size() == 1 ? "" : " together"));
    }
    return values;
  }

  private static Optional<Bytes> value(Part part, Map<String, AttributeValue> item)
      throws UnfitException {
    AttributeValue value = part.path().in(item);
    try {
      return value == null && part.isTagged()
          ? Optional.empty()
          : Optional.of(bytes(part.type(), present(value)));
    } catch (UnfitException e) {
      throw e.about(part.path().toString());
    }
  }

  private static AttributeValue present(@Nullable AttributeValue value) throws UnfitException {
    if (value == null) {
      throw new UnfitException("is missing");
    }
    return value;
  }

  /// A value as bytes. A score is written as the number that it is.
  private static Bytes bytes(SortType type, AttributeValue value) throws UnfitException {
    return switch (type) {
      case SortType.AsBytes bytes -> bytes.bytes(value);
      case SortType.AsScore scores ->
          NUMBERS.bytes(
              AttributeValue.fromN(BigDecimal.valueOf((long) scores.score(value)).toString()));
    };
  }

  /// A value of the first part as bytes.
  Bytes bytes(AttributeValue value) throws UnfitException {
    Bytes bytes = bytes(first().type(), value);
    if (bytes.length() > BYTES_MAX) {
      throw new UnfitException("must have at most 1024 bytes");
    }
    return bytes;
  }

  /// The value of the first part that has these bytes.
  AttributeValue value(Bytes bytes) {
    return value(first().type(), bytes);
  }

  /// Adds the values of the parts that an item has as an attribute of its own, if their types are
  /// held whole.
  ///
  /// @param values of the parts, in their order
  void putWhole(List<Optional<Bytes>> values, Map<String, AttributeValue> attributes) {
    for (int i = 0; i < values.size(); i++) {
      Part part = parts.get(i);
      if (part.type().isHeldWhole() && !part.path().isNested()) {
        values
            .get(i)
            .ifPresent(
                bytes ->
                    attributes.putIfAbsent(part.path().attribute(), value(part.type(), bytes)));
      }
    }
  }

  private static AttributeValue value(SortType of, Bytes bytes) {
    return switch (of) {
      case SortType.AsBytes type -> type.value(bytes);
      case SortType.AsScore type -> type.value(Double.parseDouble(NUMBERS.value(bytes).n()));
    };
  }

  /// Writes the begin of a member.
  void write(List<Optional<Bytes>> values, ByteArrayOutputStream out) {
    for (int i = 0; i < values.size(); i++) {
      write(parts.get(i), values.get(i), out);
    }
  }

  private void write(Part part, Optional<Bytes> value, ByteArrayOutputStream out) {
    if (part.isTagged()) {
      out.write(value.isPresent() ? VALUE : tagOfMissing(part));
    }
    ByteArrayOutputStream escaped = new ByteArrayOutputStream();
    Escaped.write(value.orElse(NOTHING), escaped);
    out.writeBytes(turned(part, escaped.toByteArray()));
  }

  private int tagOfMissing(Part part) {
    boolean isFirst = part.missing() == Missing.FIRST;
    return isFirst == (first().order() == Order.ASCENDING) ? MISSING_FIRST : MISSING_LAST;
  }

  /// The bytes, complemented if the part has another direction than the first one.
  private byte[] turned(Part part, byte[] bytes) {
    if (part.order() != first().order()) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) ~bytes[i];
      }
    }
    return bytes;
  }

  /// Reads the begin of a member; the inverse of [#write].
  ///
  /// @param into takes the values
  /// @return how many bytes they have
  int read(byte[] member, List<Optional<Bytes>> into) {
    int at = 0;
    for (Part part : parts) {
      boolean isThere = !part.isTagged() || member[at] == VALUE;
      at += part.isTagged() ? 1 : 0;
      byte[] rest = turned(part, Arrays.copyOfRange(member, at, member.length));
      int length = Escaped.length(rest);
      into.add(isThere ? Optional.of(Escaped.read(rest, length)) : Optional.empty());
      at += length;
    }
    return at;
  }

  /// The member before all that have this value in the first part.
  Bytes before(Bytes value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(first(), Optional.of(value), out);
    return Bytes.of(out.toByteArray());
  }

  /// The member before all that have a value in the first part; empty if each has one.
  Optional<Bytes> begin() {
    return tag(VALUE);
  }

  /// The member behind all that have a value in the first part; empty if each has one.
  Optional<Bytes> end() {
    return tag(MISSING_LAST);
  }

  private Optional<Bytes> tag(int tag) {
    return first().isTagged() ? Optional.of(Bytes.of(new byte[] {(byte) tag})) : Optional.empty();
  }
}
