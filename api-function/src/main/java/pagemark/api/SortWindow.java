package pagemark.api;

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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A part of a group between two sort values, in which page numbers and totals count.
///
/// @param fromText included, as requests write it
/// @param toText excluded, and larger
record SortWindow(String fromText, String toText, Position from, Position to) {

  /// @throws ProblemException where a text is no sort value, `to` is not larger, or sort values of
  ///   the listing's type have no windows
  static SortWindow of(PositionCodec codec, String fromText, String toText) {
    if (codec.sortType() instanceof StringSort || codec.sortType() instanceof BinarySort) {
      throw Parameters.refusal(
          "from", fromText, "no window here; one takes a sort value that is a datetime or number");
    }
    Position from = SortText.before(codec, "from", fromText);
    Position to = SortText.before(codec, "to", toText);
    if (from.compareTo(to) >= 0) {
      throw Parameters.refusal("to", toText, "a sort value larger than that of from");
    }
    return new SortWindow(fromText, toText, from, to);
  }

  boolean holds(Position position) {
    return position.compareTo(from) >= 0 && position.compareTo(to) < 0;
  }

  Window window() {
    return new Window(from, to);
  }

  /// The window of the same length that ends where this one begins; empty where there is none.
  Optional<SortWindow> earlier(PositionCodec codec) {
    return moved(codec, fromText, -1)
        .map(text -> of(codec, text, fromText))
        .filter(window -> window.from.compareTo(from) < 0);
  }

  /// The window of the same length that begins where this one ends.
  Optional<SortWindow> later(PositionCodec codec) {
    return moved(codec, toText, 1)
        .map(text -> of(codec, toText, text))
        .filter(window -> window.to.compareTo(to) > 0);
  }

  /// @return empty where no sort value lies there
  private Optional<String> moved(PositionCodec codec, String edge, int direction) {
    try {
      AttributeValue value = moved(codec.sortType(), edge, direction);
      codec.before(value);
      return Optional.of(value.s() == null ? value.n() : value.s());
    } catch (UnfitException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

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
