package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The times that `clock.lua` needs.
///
/// @param period the length of a fence period
/// @param now the caller's time; scripts refuse to run if it differs from that of Redis by more
///   than an hour
public record FenceTime(Duration period, Instant now) {
  void addTo(List<byte[]> arguments) {
    arguments.add(Long.toString(period.toSeconds()).getBytes(US_ASCII));
    arguments.add(Long.toString(now.getEpochSecond()).getBytes(US_ASCII));
  }
}
