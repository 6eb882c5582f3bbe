package pagemark.dynamodb.request;

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;

/// DynamoDB's time, by the `Date` headers of its replies. It does not depend on the clock of this
/// computer, and never runs ahead of DynamoDB's.
///
/// A header tells whole seconds. When the request left, DynamoDB's clock showed less than the next
/// second; when the reply came, it showed at least that second. So each reply gives bounds for the
/// difference between that clock and the monotonic one. What all replies allow is kept. A reply
/// that contradicts the others begins anew, for instance after this process stood still.
public final class ServerClock implements InstantSource {
  private static final long SECOND = 1_000_000_000;

  private final LongSupplier nanos;
  private @Nullable Bounds bounds;

  /// Bounds of the nanoseconds from the monotonic clock to DynamoDB's.
  private record Bounds(long low, long high) {
    Bounds and(Bounds other) {
      Bounds both = new Bounds(Math.max(low, other.low), Math.min(high, other.high));
      return both.low <= both.high ? both : other;
    }
  }

  public ServerClock() {
    this(System::nanoTime);
  }

  /// @param nanos a monotonic clock
  ServerClock(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// The monotonic clock, for [#heard].
  long now() {
    return nanos.getAsLong();
  }

  /// Takes in the header of a reply. A text that is no date is ignored.
  ///
  /// @param sent when the request was sent, by [#now]
  synchronized void heard(String date, long sent) {
    try {
      long time = ZonedDateTime.parse(date, RFC_1123_DATE_TIME).toEpochSecond() * SECOND;
      Bounds told = new Bounds(time - now(), time + SECOND - sent);
      bounds = bounds == null ? told : bounds.and(told);
    } catch (DateTimeParseException e) {
      // The replies of another server have no such header.
    }
  }

  /// DynamoDB's time, at most a second and a round trip behind.
  ///
  /// @throws IndexException.Unavailable if no reply has told it
  @Override
  public synchronized Instant instant() {
    if (bounds == null) {
      throw new IndexException.Unavailable("DynamoDB has not told its time", null);
    }
    long time = now() + bounds.low();
    return Instant.ofEpochSecond(Math.floorDiv(time, SECOND), Math.floorMod(time, SECOND));
  }
}
