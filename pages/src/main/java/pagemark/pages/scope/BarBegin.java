package pagemark.pages.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pagemark.entry.Position;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The sort value at which a part of a group begins.
///
/// @param text in the form of links
/// @param before the boundary before the part's items
public record BarBegin(String text, Position before) {
  public static final int MAX = 50;

  /// @param bars how many parts are asked for
  /// @throws InvalidParameter if that is too few or too many, or if the listing's sort values are
  ///   neither times nor numbers
  public static void check(PositionCodec codec, int bars) {
    if (bars < 1 || bars > MAX) {
      throw new InvalidParameter("bars", Integer.toString(bars), "a whole number from 1 to " + MAX);
    }
    SortScale.check(codec.sortType(), bars);
  }

  /// @param first the position with the smallest sort value
  /// @param last the position with the largest
  /// @param most how many parts at most
  public static List<BarBegin> between(
      PositionCodec codec, Position first, Position last, int most) {
    AttributeValue low = codec.sortValue(first);
    List<BarBegin> begins = new ArrayList<>();
    try {
      SortScale.begins(codec.sortType(), low, codec.sortValue(last), most)
          .forEach(value -> of(codec, value).ifPresent(begins::add));
    } catch (UnfitException e) {
      throw new IllegalArgumentException("a sort value of another type", e);
    }
    boolean startsLate = begins.isEmpty() || begins.getFirst().before().compareTo(first) > 0;
    if (startsLate) {
      of(codec, low).ifPresent(begins::addFirst);
    }
    return begins;
  }

  /// Empty if the round value is none of the type: it is too small, or has too many digits.
  private static Optional<BarBegin> of(PositionCodec codec, AttributeValue value) {
    try {
      return Optional.of(new BarBegin(SortText.text(codec.sortType(), value), codec.before(value)));
    } catch (UnfitException e) {
      return Optional.empty();
    }
  }
}
