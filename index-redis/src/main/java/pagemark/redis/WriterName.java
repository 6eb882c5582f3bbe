package pagemark.redis;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;

/// The name under which a writer counts its calls in each slot's marker: the day since 1970, then 8
/// random bytes. It changes each day, so that a slot can forget the writers of earlier days.
final class WriterName {
  private static final int SECONDS_PER_DAY = 86_400;

  private final InstantSource clock;
  private long day = -1;
  private String name = "";

  WriterName(InstantSource clock) {
    this.clock = clock;
  }

  synchronized String current() {
    long today = clock.instant().getEpochSecond() / SECONDS_PER_DAY;
    if (today != day) {
      byte[] random = new byte[8];
      new SecureRandom().nextBytes(random);
      day = today;
      name = today + "-" + HexFormat.of().formatHex(random);
    }
    return name;
  }
}
