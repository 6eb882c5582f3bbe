package pagemark.listing;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pagemark.key.DatetimeSort;
import pagemark.key.SortType;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Divides the times of a listing into buckets such as days. Bucket `20240501` of the pattern
/// `uuuuMMdd` holds the sort values from `2024-05-01 00:00` to `2024-05-01 23:59`. Callers identify
/// a bucket by any sort value in it.
///
/// @param sort the type of the sort attribute
/// @param bucket the pattern of the buckets; not finer than `sort`
public record Buckets(SortType.AsTime sort, DatetimeSort bucket) {
  private static final int YEAR_MAX = 9999;

  /// The text of the bucket that holds a sort value.
  ///
  /// @throws IllegalArgumentException if `value` is not a sort value
  String text(AttributeValue value) {
    return bucket.text(time(value));
  }

  /// The texts of the buckets from one sort value to another, both included, in ascending order.
  ///
  /// @return empty if there are more than `max`
  Optional<List<String>> between(AttributeValue low, AttributeValue high, int max) {
    LocalDateTime last = beginning(high);
    List<String> texts = new ArrayList<>();
    LocalDateTime at = beginning(low);
    while (!at.isAfter(last)) {
      if (texts.size() == max) {
        return Optional.empty();
      }
      texts.add(bucket.text(at));
      at = at.plus(1, bucket.precision());
    }
    return Optional.of(texts);
  }

  /// A sort value of the bucket that is `steps` after the bucket of `value`; negative steps go
  /// back.
  ///
  /// @return empty if the year would leave 0 to 9999
  Optional<AttributeValue> moved(AttributeValue value, int steps) {
    LocalDateTime there = beginning(value).plus(steps, bucket.precision());
    return there.getYear() < 0 || there.getYear() > YEAR_MAX
        ? Optional.empty()
        : Optional.of(sort.value(there));
  }

  private LocalDateTime beginning(AttributeValue value) {
    try {
      return bucket.time(AttributeValue.fromS(text(value)));
    } catch (UnfitException e) {
      throw new IllegalArgumentException("not a time of the pattern " + bucket.pattern(), e);
    }
  }

  private LocalDateTime time(AttributeValue value) {
    try {
      return sort.time(value);
    } catch (UnfitException e) {
      throw new IllegalArgumentException("not a sort value of type " + sort.definitionName(), e);
    }
  }
}
