package pagemark.key;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The type of a listing's sort attribute. It writes sort values so that an index orders them as
/// DynamoDB does: as a score if a double holds every value exactly, else as bytes.
public sealed interface SortType {
  /// Sort values as scores; see [Layout#SCORE].
  sealed interface AsScore extends SortType permits DatetimeSort, IntegerSort {
    /// Converts `value` to a score.
    ///
    /// @throws UnfitException if `value` has another DynamoDB type, or a double does not hold it
    ///   exactly
    double score(AttributeValue value) throws UnfitException;

    /// The sort value that has `score`; the inverse of [#score].
    AttributeValue value(double score);
  }

  /// Sort values as bytes; see [Layout#BYTES].
  sealed interface AsBytes extends SortType permits StringSort, NumberSort, BinarySort {
    /// Converts `value` to bytes that order as DynamoDB orders the values.
    ///
    /// @throws UnfitException if `value` has another DynamoDB type or does not fit
    Bytes bytes(AttributeValue value) throws UnfitException;

    /// The sort value that has these bytes; the inverse of [#bytes].
    AttributeValue value(Bytes bytes);
  }

  /// The name in listing definitions, such as `datetime`.
  String definitionName();

  /// The pattern of a datetime. Null for all other types.
  default @Nullable String pattern() {
    return null;
  }
}
