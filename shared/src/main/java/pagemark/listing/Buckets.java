package pagemark.listing;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import pagemark.key.DatetimeSort;
import pagemark.key.UnfitException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The times of a listing, cut into buckets such as days: bucket `20240501` of the pattern
/// `uuuuMMdd` holds the sort values `2024-05-01 00:00` to `2024-05-01 23:59`. A bucket is meant by
/// any sort value in it.
///
/// @param sort of the sort attribute
/// @param bucket no finer
record Buckets(DatetimeSort sort, DatetimeSort bucket) {
  private static final int YEAR_MAX = 9999;

  /// The bucket's text.
  ///
  /// @throws IllegalArgumentException where `value` is no sort value
  String text(AttributeValue value) {
    return bucket.text(time(value));
  }

  /// The texts of the buckets between two sort values, both included, in ascending order.
  ///
  /// @return empty where they are more than `max`
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

  /// A sort value of the bucket `steps` after that of `value`, or before it where negative.
  ///
  /// @return empty where the years end, at 0 and 9999
  Optional<AttributeValue> moved(AttributeValue value, int steps) {
    LocalDateTime there = beginning(value).plus(steps, bucket.precision());
    return there.getYear() < 0 || there.getYear() > YEAR_MAX
        ? Optional.empty()
        : Optional.of(AttributeValue.fromS(sort.text(there)));
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
      throw new IllegalArgumentException("not a sort value of the pattern " + sort.pattern(), e);
    }
  }
}
