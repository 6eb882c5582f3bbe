package pagemark.pages.scope;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.InstantSort.IsoTime;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Parses sort values, and writes them. Their texts are what is stored: numbers as decimals, binary
/// as base64url. Unix time is the number as the table has it; its text in links is that of ISO 8601
/// in UTC, such as `2024-05-01T07:40:00Z`, which it also takes. Datetimes also take those of ISO
/// 8601, and instants only these. Texts are folded.
public final class SortText {
  /// The length of a date. A space right behind it stands before the time.
  private static final int DATE_CHARS = 10;

  private static final String ISO_EXAMPLE = "2024-05-01T07:40:00";
  private static final LocalDateTime EXAMPLE = LocalDateTime.parse(ISO_EXAMPLE);

  private SortText() {}

  /// The start before the first item at or past the sort value `text`, in `order`.
  ///
  /// @throws InvalidParameter if `text` is not a sort value of the listing
  public static Start.At at(PositionCodec codec, Order order, String text) {
    try {
      AttributeValue value = value(codec.sortType(), text);
      Position before = codec.before(value);
      Position behind = codec.behind(value);
      String ofLinks = text(codec.sortType(), value);
      return order == Order.ASCENDING
          ? new Start.At(before, behind, ofLinks)
          : new Start.At(behind, before, ofLinks);
    } catch (UnfitException e) {
      throw refusal("at", text, codec.sortType());
    }
  }

  /// A sort value at which a window begins or ends.
  ///
  /// @param sent as the request has it
  /// @param text in the form of links
  /// @param before the boundary before all items with the sort value
  record Edge(String sent, String text, Position before) {}

  /// @param parameter the name of the parameter, for the refusal
  /// @throws InvalidParameter if `text` is not a sort value of the listing, or empty: a form that
  ///   was not filled in would be a window without items
  static Edge edge(PositionCodec codec, String parameter, String text) {
    if (text.isEmpty()) {
      throw new InvalidParameter(parameter, text, "a sort value that is not empty");
    }
    try {
      AttributeValue value = value(codec.sortType(), text);
      String ofLinks = text(codec.sortType(), value);
      if (ofLinks.isEmpty()) {
        throw new InvalidParameter(parameter, text, "a sort value that is not blank");
      }
      return new Edge(text, ofLinks, codec.before(value));
    } catch (UnfitException e) {
      throw refusal(parameter, text, codec.sortType());
    }
  }

  /// @throws UnfitException if `text` is not a sort value of the type
  static AttributeValue value(SortType type, String text) throws UnfitException {
    return switch (type) {
      case DatetimeSort datetime -> value(datetime, text);
      case StringSort _, TextSort _ -> AttributeValue.fromS(text);
      case IntegerSort _, NumberSort _ ->
          AttributeType.NUMBER.value(AttributeType.NUMBER.canonicalText(text));
      case BinarySort _ -> AttributeType.BINARY.value(text);
      case EpochSort epoch -> value(epoch, text);
      case InstantSort instant -> value(instant, text);
      case BooleanSort _ -> bool(text);
    };
  }

  /// A time of the pattern, or of ISO 8601 in UTC. What is finer than the pattern is cut.
  private static AttributeValue value(DatetimeSort type, String text) throws UnfitException {
    AttributeValue stored = AttributeValue.fromS(text);
    try {
      type.time(stored);
      return stored;
    } catch (UnfitException e) {
      AttributeValue cut = type.value(isoTime(text).orElseThrow(() -> e));
      type.time(cut);
      return cut;
    }
  }

  private static AttributeValue value(InstantSort type, String text) throws UnfitException {
    return type.value(
        isoTime(text).orElseThrow(() -> new UnfitException("must be a time of ISO 8601")));
  }

  /// A time of ISO 8601, or the number as the table has it.
  ///
  /// @throws UnfitException if `text` is not a time that the type holds exactly
  private static AttributeValue value(EpochSort type, String text) throws UnfitException {
    Optional<LocalDateTime> iso = isoTime(text);
    if (iso.isEmpty()) {
      AttributeType.NUMBER.value(text);
      return type.stored(text);
    }
    AttributeValue value = type.value(iso.get());
    if (!type.time(value).equals(iso.get())) {
      throw new UnfitException("must be whole " + type.unitName());
    }
    return value;
  }

  private static AttributeValue bool(String text) throws UnfitException {
    return switch (text) {
      case "false" -> AttributeValue.fromBool(false);
      case "true" -> AttributeValue.fromBool(true);
      default -> throw new UnfitException("must be true or false");
    };
  }

  /// The one text of a sort value that links have.
  ///
  /// @throws UnfitException if `value` is not a sort value of the type
  static String text(SortType type, AttributeValue value) throws UnfitException {
    return switch (type) {
      case DatetimeSort _, InstantSort _, StringSort _ -> AttributeType.STRING.text(value);
      case TextSort texts -> AttributeType.STRING.text(texts.value(texts.bytes(value)));
      case IntegerSort _, NumberSort _ -> AttributeType.NUMBER.text(value);
      case BinarySort _ -> AttributeType.BINARY.text(value);
      case EpochSort epoch -> epoch.time(value).toInstant(ZoneOffset.UTC).toString();
      case BooleanSort _ -> value.bool().toString();
    };
  }

  private static InvalidParameter refusal(String parameter, String text, SortType type) {
    return new InvalidParameter(parameter, text, form(type));
  }

  private static String form(SortType type) {
    return switch (type) {
      case DatetimeSort datetime ->
          "a datetime such as %s, of the pattern %s, or a time of ISO 8601 such as %sZ"
              .formatted(datetime.value(EXAMPLE).s(), datetime.pattern(), ISO_EXAMPLE);
      case EpochSort epoch ->
          "a time of ISO 8601 such as 2024-05-01, %s (with %%2B for +), or whole %s since 1970"
              .formatted(
                  epoch.precision() == ChronoUnit.SECONDS
                      ? "2024-05-01T07:40:00Z"
                      : "2024-05-01T07:40:00.000Z",
                  epoch.unitName());
      case InstantSort _ ->
          "a time of ISO 8601 such as 2024-05-01 or 2024-05-01T07:40:00.5Z (with %2B for +), in the"
              + " years 0 to 9999";
      case BooleanSort _ -> "true or false";
      case IntegerSort _ -> "a whole number within 2^53, " + AttributeType.NUMBER.textForm();
      case NumberSort _ -> AttributeType.NUMBER.textForm();
      case StringSort _ -> "a string of at most 1024 bytes";
      case TextSort _ -> "a text, of which case and accents do not count";
      case BinarySort _ -> AttributeType.BINARY.textForm() + ", of at most 1024 bytes";
    };
  }

  /// Times of ISO 8601 in requests, as [IsoTime] reads them.
  ///
  /// The time in UTC; empty if the text has another form. A `+` in a query string that is not
  /// encoded arrives as a space, so a space before an offset is taken for a `+`.
  ///
  /// @throws UnfitException if there is no such date or time
  static Optional<LocalDateTime> isoTime(String text) throws UnfitException {
    int space = text.lastIndexOf(' ');
    return IsoTime.read(
        space > DATE_CHARS ? text.substring(0, space) + "+" + text.substring(space + 1) : text);
  }
}
