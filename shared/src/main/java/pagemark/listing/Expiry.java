package pagemark.listing;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// When the items of a table expire, by the rules of DynamoDB's TTL. DynamoDB deletes an item some
/// days after that at most; pages do not show it any more from that second on.
///
/// @param attribute holds Unix time in seconds, as a number
public record Expiry(String attribute) {
  /// DynamoDB leaves alone what has expired longer ago: it may be another kind of number.
  public static final Duration PAST_MAX = Duration.ofDays(5 * 365);

  /// The last second that an item may expire at.
  public static final BigDecimal LAST =
      BigDecimal.valueOf(Instant.parse("9999-12-31T23:59:59Z").getEpochSecond());

  /// When an item expires; empty if it never does, as it has no whole number above 0 there. Unix
  /// time in milliseconds is a second some 50,000 years ahead.
  public Optional<Instant> at(Map<String, AttributeValue> item) {
    return Optional.ofNullable(item.get(attribute))
        .map(AttributeValue::n)
        .map(BigDecimal::new)
        .filter(second -> second.stripTrailingZeros().scale() <= 0)
        .filter(second -> second.signum() > 0 && second.compareTo(LAST) <= 0)
        .map(second -> Instant.ofEpochSecond(second.longValueExact()));
  }

  /// Whether an item has expired.
  ///
  /// @param expiry of its listing; null if its items never expire
  public static boolean isOver(
      @Nullable Expiry expiry, Map<String, AttributeValue> item, Instant now) {
    return expiry != null
        && expiry
            .at(item)
            .filter(at -> !at.isAfter(now) && at.isAfter(now.minus(PAST_MAX)))
            .isPresent();
  }
}
