package pagemark.key;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Layout;
import pagemark.folding.Folding;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The type of a listing's sort attribute. It writes sort values so that an index orders them: as a
/// score if a double holds every value exactly, else as bytes.
public sealed interface SortType {
  /// Sort values as scores; see [Layout#SCORE].
  sealed interface AsScore extends SortType
      permits DatetimeSort, EpochSort, IntegerSort, BooleanSort {
    /// Converts `value` to a score.
    ///
    /// @throws UnfitException if `value` has another DynamoDB type, or a double does not hold it
    ///   exactly
    double score(AttributeValue value) throws UnfitException;

    /// The sort value that has `score`; the inverse of [#score].
    AttributeValue value(double score);
  }

  /// Sort values that are times in UTC, of the years 0 to 9999.
  sealed interface AsTime extends SortType permits DatetimeSort, EpochSort, InstantSort {
    /// Parses `value`. Fields that it lacks get their smallest value.
    ///
    /// @throws UnfitException if `value` is not a time of this type
    LocalDateTime time(AttributeValue value) throws UnfitException;

    /// The sort value of `time`. Fields that are finer than [#precision] are dropped.
    ///
    /// @param time from year 0 to 9999
    AttributeValue value(LocalDateTime time);

    /// The unit of the smallest difference between two times.
    ChronoUnit precision();
  }

  /// Sort values as bytes; see [Layout#BYTES].
  sealed interface AsBytes extends SortType
      permits StringSort, TextSort, NumberSort, BinarySort, InstantSort {
    /// Converts `value` to bytes that order as the values do.
    ///
    /// @throws UnfitException if `value` has another DynamoDB type or does not fit
    Bytes bytes(AttributeValue value) throws UnfitException;

    /// A sort value that has these bytes: the only one if [#isStoredOrder], else one of several.
    AttributeValue value(Bytes bytes);
  }

  /// The name in listing definitions, such as `datetime`.
  default String definitionName() {
    return switch (this) {
      case DatetimeSort _ -> "datetime";
      case EpochSort epoch ->
          epoch.precision() == ChronoUnit.MILLIS ? "epochMillis" : "epochSeconds";
      case InstantSort _ -> "instant";
      case IntegerSort _ -> "integer";
      case NumberSort _ -> "number";
      case StringSort _ -> "string";
      case TextSort _ -> "text";
      case BinarySort _ -> "binary";
      case BooleanSort _ -> "boolean";
    };
  }

  /// Whether DynamoDB orders the values in the same way, so that a Query reads them in order, and
  /// no two values have the same place.
  default boolean isStoredOrder() {
    return switch (this) {
      case EpochSort epoch -> epoch.stored() == null;
      case InstantSort _, TextSort _, BooleanSort _ -> false;
      case DatetimeSort _, IntegerSort _, NumberSort _, StringSort _, BinarySort _ -> true;
    };
  }

  /// Whether a position gives the very value that the item has: no two values have one place.
  default boolean isHeldWhole() {
    return isStoredOrder() || this instanceof BooleanSort;
  }

  /// Whether this code writes the values as an index has them.
  default boolean isOfThisFormat() {
    return !(this instanceof TextSort(int folding)) || folding == Folding.NUMBER;
  }

  /// The pattern of a datetime. Null for all other types.
  default @Nullable String pattern() {
    return null;
  }

  /// How values are stored, in listing definitions. Null if a type has one way, and for the
  /// default.
  default @Nullable String stored() {
    return null;
  }

  /// Adds the fields that declare the type.
  default void put(ObjectNode json) {
    json.put("type", definitionName());
    if (pattern() != null) {
      json.put("pattern", pattern());
    }
    if (stored() != null) {
      json.put("stored", stored());
    }
  }
}
