package pagemark.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What fences.lua is told of time.
///
/// @param now the caller's time; scripts do nothing if it is far from that of Redis
record FenceTime(Duration period, Instant now) {
  void addTo(List<byte[]> arguments) {
    arguments.add(Long.toString(period.toSeconds()).getBytes(US_ASCII));
    arguments.add(Long.toString(now.getEpochSecond()).getBytes(US_ASCII));
  }
}
