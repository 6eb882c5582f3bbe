package pagemark.pages.scope;

import java.math.BigDecimal;
import java.util.Optional;
import pagemark.index.Window;
import pagemark.key.AttributeType;
import pagemark.key.BinarySort;
import pagemark.key.NumberSort;
import pagemark.key.Position;
import pagemark.key.PositionCodec;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.UnfitException;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A part of a group between two sort values. Page numbers and totals count inside it.
///
/// @param fromText the smaller sort value, included, as the request gave it
/// @param toText the larger sort value, excluded, as the request gave it
public record SortWindow(String fromText, String toText, Position from, Position to) {

  /// @throws InvalidParameter if a text is not a sort value, if `to` is not larger than `from`, or
  ///   if the listing's sort values are neither datetimes nor numbers
  public static SortWindow of(PositionCodec codec, String fromText, String toText) {
    if (codec.sortType() instanceof StringSort || codec.sortType() instanceof BinarySort) {
      throw new InvalidParameter(
          "from", fromText, "none, as windows need sort values that are datetimes or numbers");
    }
    Position from = SortText.before(codec, "from", fromText);
    Position to = SortText.before(codec, "to", toText);
    if (from.compareTo(to) >= 0) {
      throw new InvalidParameter("to", toText, "a sort value larger than that of from");
    }
    return new SortWindow(fromText, toText, from, to);
  }

  public boolean holds(Position position) {
    return position.compareTo(from) >= 0 && position.compareTo(to) < 0;
  }

  public Window window() {
    return new Window(from, to);
  }

  /// The window of the same length that ends where this one begins; empty if there is none.
  public Optional<SortWindow> earlier(PositionCodec codec) {
    return moved(codec, fromText, -1)
        .map(text -> of(codec, text, fromText))
        .filter(window -> window.from.compareTo(from) < 0);
  }

  /// The window of the same length that begins where this one ends; empty if there is none.
  public Optional<SortWindow> later(PositionCodec codec) {
    return moved(codec, toText, 1)
        .map(text -> of(codec, toText, text))
        .filter(window -> window.to.compareTo(to) > 0);
  }

  /// @return `edge`, moved by the window's length; empty if that is not a sort value
  private Optional<String> moved(PositionCodec codec, String edge, int direction) {
    try {
      AttributeValue value = moved(codec.sortType(), edge, direction);
      codec.before(value);
      return Optional.of(value.s() == null ? value.n() : value.s());
    } catch (UnfitException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The sort value one window's length from `edge`.
  private AttributeValue moved(SortType type, String edge, int direction) throws UnfitException {
    return switch (type) {
      case SortType.AsScore scores -> {
        double at = direction < 0 ? from.score() : to.score();
        yield scores.value(at + direction * (to.score() - from.score()));
      }
      case NumberSort _ -> {
        BigDecimal length = new BigDecimal(toText).subtract(new BigDecimal(fromText));
        BigDecimal there = new BigDecimal(edge).add(length.multiply(BigDecimal.valueOf(direction)));
        yield AttributeValue.fromN(AttributeType.canonical(there));
      }
      case StringSort _, BinarySort _ -> throw new UnfitException("has no length");
    };
  }
}
