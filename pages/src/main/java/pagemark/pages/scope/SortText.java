package pagemark.pages.scope;

import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.DatetimeSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.listing.Order;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Parses sort values. They are written as they are stored, numbers as canonical decimals, binary
/// as base64url.
public final class SortText {
  private SortText() {}

  /// The boundary before the first item at or past the sort value `text`, in `order`.
  ///
  /// @throws InvalidParameter if `text` is not a sort value of the listing
  public static Position at(PositionCodec codec, Order order, String text) {
    try {
      AttributeValue value = value(codec.sortType(), text);
      return order == Order.ASCENDING ? codec.before(value) : codec.behind(value);
    } catch (UnfitException e) {
      throw refusal("at", text, codec.sortType());
    }
  }

  /// The boundary before all items with the sort value `text`.
  ///
  /// @param parameter the name of the parameter, for the refusal
  /// @throws InvalidParameter if `text` is not a sort value of the listing
  static Position before(PositionCodec codec, String parameter, String text) {
    try {
      return codec.before(value(codec.sortType(), text));
    } catch (UnfitException e) {
      throw refusal(parameter, text, codec.sortType());
    }
  }

  /// @throws UnfitException if `text` is not a sort value of the type
  static AttributeValue value(SortType type, String text) throws UnfitException {
    return switch (type) {
      case DatetimeSort _, StringSort _ -> AttributeValue.fromS(text);
      case IntegerSort _, NumberSort _ -> AttributeType.NUMBER.value(text);
      case BinarySort _ -> AttributeType.BINARY.value(text);
    };
  }

  private static InvalidParameter refusal(String parameter, String text, SortType type) {
    return new InvalidParameter(parameter, text, form(type));
  }

  private static String form(SortType type) {
    return switch (type) {
      case DatetimeSort datetime -> "a datetime of the pattern " + datetime.pattern();
      case IntegerSort _ -> "a whole number within 2^53, " + AttributeType.NUMBER.textForm();
      case NumberSort _ -> AttributeType.NUMBER.textForm();
      case StringSort _ -> "a string of at most 1024 bytes";
      case BinarySort _ -> AttributeType.BINARY.textForm() + ", of at most 1024 bytes";
    };
  }
}
