package pagemark.pages.scope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Position;
import pagemark.folding.Folding;
import pagemark.index.Window;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.InstantSort;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A part of a group: the items between two sort values, those whose sort value begins with a text,
/// or those of a year, month, day or hour. Page numbers and totals count inside it.
///
/// A prefix is a range too. UTF-8 orders as code points do, so the texts that begin with `ORDER#`
/// are those from `ORDER#` up to, and without, `ORDER$`, whose last code point is one higher.
///
/// @param fromText the smaller sort value, included, in the form of links; null for the group's
///   begin, and if there is a prefix or a time
/// @param toText the larger sort value, excluded, in the form of links; null for the group's end,
///   and if there is a prefix or a time
/// @param prefix with which the sort values begin, folded if they are; null if there is none
/// @param during the time in which the sort values lie; null if there is none
/// @param from the boundary before the window's items; null for the group's begin. Items without a
///   sort value are in no window
/// @param to the boundary after the window's items; null for the group's end
public record SortWindow(
    @Nullable String fromText,
    @Nullable String toText,
    @Nullable String prefix,
    @Nullable During during,
    @Nullable Position from,
    @Nullable Position to) {
  /// One less than a sort value may have. The text with one code point more in value, which ends
  /// the window, can have one byte more.
  private static final int PREFIX_BYTES_MAX = 1023;

  /// @param fromText the smaller sort value, included; null for the group's begin
  /// @param toText the larger sort value, excluded; null for the group's end
  /// @throws InvalidParameter if a text is not a sort value, or if `to` is not larger than `from`
  public static SortWindow of(
      PositionCodec codec, @Nullable String fromText, @Nullable String toText) {
    SortText.Edge from = fromText == null ? null : SortText.edge(codec, "from", fromText);
    SortText.Edge to = toText == null ? null : SortText.edge(codec, "to", toText);
    if (from != null && to != null && from.before().compareTo(to.before()) >= 0) {
      throw new InvalidParameter(
          "to", to.sent(), "a sort value larger than that of from, " + from.sent());
    }
    return new SortWindow(
        from == null ? null : from.text(),
        to == null ? null : to.text(),
        null,
        null,
        from == null ? codec.begin().orElse(null) : from.before(),
        to == null ? codec.end().orElse(null) : to.before());
  }

  /// @param prefix with which the sort values begin
  /// @throws InvalidParameter if the listing's sort values are neither strings nor texts, or if
  ///   `prefix` is empty, too long or not Unicode text
  public static SortWindow beginningWith(PositionCodec codec, String prefix) {
    return switch (codec.sortType()) {
      case StringSort _ -> beginningWith(codec, prefix, prefix, PREFIX_BYTES_MAX, "");
      case TextSort _ ->
          beginningWith(
              codec, prefix, Folding.fold(prefix), TextSort.BYTES_MAX, " without case and accents");
      default ->
          throw new InvalidParameter(
              "prefix",
              prefix,
              "none, as the sort values of this listing are not of type string or text");
    };
  }

  /// @param begin with which the bytes of sort values begin
  private static SortWindow beginningWith(
      PositionCodec codec, String prefix, String begin, int bytesMax, String counted) {
    int bytes = begin.getBytes(UTF_8).length;
    if (bytes == 0 || bytes > bytesMax || !UTF_8.newEncoder().canEncode(prefix)) {
      throw new InvalidParameter(
          "prefix", prefix, "a text of 1 to %d bytes%s".formatted(bytesMax, counted));
    }
    return new SortWindow(
        null,
        null,
        begin,
        null,
        codec.before(Bytes.utf8(begin)),
        end(begin).map(text -> codec.before(Bytes.utf8(text))).or(codec::end).orElse(null));
  }

  /// The smallest text that is larger than every text that begins with `prefix`; empty if there is
  /// none, as no code point is larger than the last one.
  private static Optional<String> end(String prefix) {
    for (int length = prefix.length(); length > 0; ) {
      int last = prefix.codePointBefore(length);
      length -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        boolean isBeforeSurrogates = last + 1 == Character.MIN_SURROGATE;
        int next = isBeforeSurrogates ? Character.MAX_SURROGATE + 1 : last + 1;
        return Optional.of(prefix.substring(0, length) + Character.toString(next));
      }
    }
    return Optional.empty();
  }

  /// The request parameters that ask for this window, in the order of links.
  public SequencedMap<String, String> parameters() {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    put("from", fromText, parameters);
    put("to", toText, parameters);
    put("prefix", prefix, parameters);
    if (during != null) {
      parameters.putAll(during.parameters());
    }
    return parameters;
  }

  private static void put(
      String name, @Nullable String text, SequencedMap<String, String> parameters) {
    if (text != null) {
      parameters.put(name, text);
    }
  }

  public boolean holds(Position position) {
    return (from == null || position.compareTo(from) >= 0)
        && (to == null || position.compareTo(to) < 0);
  }

  public Window window() {
    return new Window(from, to);
  }

  /// Whether it lies between two sort values that the request gives.
  boolean hasBothEnds() {
    return fromText != null && toText != null;
  }

  /// The window of the same length beside this one, or the time before or after this one; empty if
  /// there is none, or if this one has no length.
  ///
  /// @param direction 1, or -1 for the one before
  public Optional<SortWindow> beside(PositionCodec codec, int direction) {
    if (during != null) {
      return during.beside(codec, direction);
    }
    if (fromText == null || toText == null) {
      return Optional.empty();
    }
    try {
      AttributeValue low = SortText.value(codec.sortType(), fromText);
      AttributeValue high = SortText.value(codec.sortType(), toText);
      AttributeValue edge = direction < 0 ? low : high;
      AttributeValue there = moved(codec.sortType(), low, high, direction);
      if (Integer.signum(codec.before(there).compareTo(codec.before(edge))) != direction) {
        return Optional.empty();
      }
      String text = SortText.text(codec.sortType(), there);
      return Optional.of(direction < 0 ? of(codec, text, fromText) : of(codec, toText, text));
    } catch (UnfitException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The sort value one window's length before `low` or after `high`.
  private static AttributeValue moved(
      SortType type, AttributeValue low, AttributeValue high, int direction) throws UnfitException {
    AttributeValue edge = direction < 0 ? low : high;
    return switch (type) {
      case SortType.AsScore scores -> {
        double length = scores.score(high) - scores.score(low);
        yield scores.value(scores.score(edge) + direction * length);
      }
      case NumberSort _ -> {
        BigDecimal length = new BigDecimal(high.n()).subtract(new BigDecimal(low.n()));
        BigDecimal there =
            new BigDecimal(edge.n()).add(length.multiply(BigDecimal.valueOf(direction)));
        yield AttributeValue.fromN(AttributeType.canonical(there));
      }
      case InstantSort times -> {
        Duration length = Duration.between(times.time(low), times.time(high));
        yield times.value(times.time(edge).plus(length.multipliedBy(direction)));
      }
      case StringSort _, TextSort _, BinarySort _ -> throw new UnfitException("has no length");
    };
  }
}
