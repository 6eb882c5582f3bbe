package pagemark.pages.table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import pagemark.listing.Listing;
import pagemark.pages.error.PagesException.Interrupted;
import pagemark.pages.error.PagesException.TableUnavailable;
import pagemark.pages.table.FetchPlan.BatchGet;

/// The pauses of a page before it retries throttled keys: up to three, of 50, 100 and 200 ms. Each
/// is shortened at random by up to a half, so that many pages do not retry at the same time.
///
/// @param waiting waits for a while; tests replace it, so that they need not wait
/// @param random used by several threads
public record Pauses(Consumer<Duration> waiting, InstantSource clock, RandomGenerator random) {
  static final int MAX = 3;

  /// No retry begins later than this after a page's first read. A retry takes as long as the
  /// client's time-outs allow.
  static final Duration BEGINNING_MAX = Duration.ofSeconds(3);

  private static final Duration FIRST = Duration.ofMillis(50);

  /// On this machine, timed by `clock`.
  public static Pauses by(InstantSource clock) {
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    return new Pauses(Pauses::sleep, clock, random);
  }

  /// Lets the current thread sleep. If it is interrupted, it stays marked as interrupted.
  ///
  /// @throws Interrupted if the thread was interrupted
  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted(e);
    }
  }

  public Instant now() {
    return clock.instant();
  }

  /// Waits before a retry. Returns false at once if the page may not retry any more.
  ///
  /// @param number of the retry, from 1
  /// @param began when the page's first read began
  boolean before(int number, Instant began) {
    if (number > MAX) {
      return false;
    }
    long longest = FIRST.toMillis() << (number - 1);
    Duration pause = Duration.ofMillis(random.nextLong(longest / 2, longest + 1));
    if (now().plus(pause).isAfter(began.plus(BEGINNING_MAX))) {
      return false;
    }
    waiting.accept(pause);
    return true;
  }

  /// Reads items by key in one round trip, and retries throttled keys within the bounds of
  /// [Pauses].
  public record KeyReads(TableReader table, Pauses pauses) {
    /// @param began when the page's first read began
    /// @param suffices takes each read, and says whether the keys that it left are not needed
    /// @return a read for each round trip
    /// @throws TableUnavailable if keys are still unread after all retries
    public List<TableRead> read(
        Listing listing, BatchGet wanted, Instant began, Predicate<TableRead> suffices) {
      List<TableRead> reads = new ArrayList<>();
      BatchGet next = wanted;
      while (true) {
        TableRead read = table.read(listing, next);
        reads.add(read);
        if (suffices.test(read) || read.left().keys().isEmpty()) {
          return reads;
        }
        if (!pauses.before(reads.size(), began)) {
          throw read.left().refusal().orElseGet(() -> new TableUnavailable(null));
        }
        next = next.again(read.left());
      }
    }
  }
}
