package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.state.Suspect;
import pagemark.state.Suspects;

/// Files the suspects that pages find, for repair, within limits that keep pages fast:
///
/// - 3 for each page and 10 a second
/// - the same entry once in 10 minutes
/// - none for 10 seconds after one could not be filed
///
/// A suspect that is not filed is not lost: the next page with it finds it again. The limits hold
/// for one [pagemark.pages.Pages].
public final class SuspectFiling {
  private static final int PER_PAGE_MAX = 3;
  private static final int PER_SECOND_MAX = 10;
  private static final Duration REMEMBERED = Duration.ofMinutes(10);
  private static final int REMEMBERED_MAX = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Suspects suspects;
  private final InstantSource clock;
  private final LinkedHashMap<String, Instant> filedAt = new LinkedHashMap<>();
  private Instant pauseEnd = Instant.MIN;
  private Instant filledAt = Instant.MIN;
  private double tokens = PER_SECOND_MAX;

  public SuspectFiling(Suspects suspects, InstantSource clock) {
    this.suspects = suspects;
    this.clock = clock;
  }

  /// The outcome for a page's suspects.
  ///
  /// @param count how many were filed
  /// @param failure why filing ended early; null if it did not
  public record Filed(int count, @Nullable RuntimeException failure) {}

  /// Files as many of `found` as the limits allow. It never throws, as the page is already read.
  public Filed file(List<Suspect> found) {
    List<Suspect> chosen = chosen(found);
    int count = 0;
    try {
      for (Suspect suspect : chosen) {
        suspects.file(suspect);
        count++;
      }
      return new Filed(count, null);
    } catch (RuntimeException failure) {
      pause(chosen.subList(count, chosen.size()));
      return new Filed(count, failure);
    }
  }

  private synchronized void pause(List<Suspect> unfiled) {
    pauseEnd = clock.instant().plus(PAUSE);
    unfiled.forEach(suspect -> filedAt.remove(suspect.id()));
  }

  /// The suspects to file now.
  private synchronized List<Suspect> chosen(List<Suspect> found) {
    Instant now = clock.instant();
    List<Suspect> chosen = new ArrayList<>();
    for (Suspect suspect : found) {
      boolean room = chosen.size() < PER_PAGE_MAX && !now.isBefore(pauseEnd);
      if (room && isNew(suspect, now) && takeToken(now)) {
        remember(suspect, now);
        chosen.add(suspect);
      }
    }
    return chosen;
  }

  private boolean isNew(Suspect suspect, Instant now) {
    Instant before = filedAt.get(suspect.id());
    return before == null || !before.plus(REMEMBERED).isAfter(now);
  }

  private void remember(Suspect suspect, Instant now) {
    filedAt.remove(suspect.id());
    if (filedAt.size() == REMEMBERED_MAX) {
      filedAt.pollFirstEntry();
    }
    filedAt.put(suspect.id(), now);
  }

  private boolean takeToken(Instant now) {
    if (filledAt.isBefore(now)) {
      double seconds = filledAt.equals(Instant.MIN) ? 1 : seconds(filledAt, now);
      tokens = Math.min(PER_SECOND_MAX, tokens + seconds * PER_SECOND_MAX);
      filledAt = now;
    }
    boolean taken = tokens >= 1;
    tokens -= taken ? 1 : 0;
    return taken;
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e9;
  }
}
