package pagemark.pages.scope;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// How much of a page's items an answer can hold. It is no part of the [Scope]: a page that is cut
/// goes on at a cursor of the same scope.
///
/// @param max such as 6,000,000 bytes
/// @param measure what one item takes of it, with the attributes that the listing shows
public record Room(long max, ToLongFunction<Map<String, AttributeValue>> measure) {
  public static final Room ENDLESS = new Room(Long.MAX_VALUE, _ -> 0);

  /// How many of the items fit, from the first one on. No item after them is measured.
  public int fitting(List<Map<String, AttributeValue>> items) {
    long taken = 0;
    int count = 0;
    for (Map<String, AttributeValue> item : items) {
      taken += measure.applyAsLong(item);
      if (taken > max) {
        break;
      }
      count++;
    }
    return count;
  }
}
