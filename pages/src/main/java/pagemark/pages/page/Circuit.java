package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.IndexException.Torn;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexException.Unsettled;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;

/// A circuit breaker: it spares requests the wait for an index that does not answer.
///
/// After 3 failures in a row, calls fail at once. One second after the last failure, one call goes
/// through as a probe; if it is answered, all calls go through again. The answer "not ready" counts
/// as an answer. Each part of the index (a node of a cluster) has its own state, so that one lost
/// node does not block the others.
public final class Circuit implements PageIndexReader {
  private static final int FAILURES_MAX = 3;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Parts come and go with the nodes of a cluster. When there are this many, all states are reset.
  private static final int PARTS_MAX = 1_000;

  private final PageIndexReader index;
  private final InstantSource clock;
  private final Map<String, Part> parts;

  public Circuit(PageIndexReader index, InstantSource clock) {
    this(index, clock, new ConcurrentHashMap<>());
  }

  private Circuit(PageIndexReader index, InstantSource clock, Map<String, Part> parts) {
    this.index = index;
    this.clock = clock;
    this.parts = parts;
  }

  @Override
  public PageSlice page(PageQuery query) {
    return through(query.group(), () -> index.page(query));
  }

  @Override
  public List<Long> counts(CountQuery query) {
    return through(query.group(), () -> index.counts(query));
  }

  @Override
  public Optional<Metered> metered() {
    return index.metered().map(all -> units -> new Circuit(all.telling(units), clock, parts));
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  private <T> T through(GroupRef group, Supplier<T> call) {
    Part part = part(index.part(group));
    if (!part.admits(clock.instant())) {
      throw new Unavailable("the index did not answer the last calls, so it was not called", null);
    }
    Outcome outcome = Outcome.UNKNOWN;
    try {
      T answer = call.get();
      outcome = Outcome.ANSWERED;
      return answer;
    } catch (NotReady | Unsettled | Torn answer) {
      outcome = Outcome.ANSWERED;
      throw answer;
    } catch (Unavailable failure) {
      outcome = Outcome.FAILED;
      throw failure;
    } finally {
      part.end(outcome, clock.instant());
    }
  }

  private Part part(String name) {
    if (parts.size() >= PARTS_MAX) {
      parts.clear();
    }
    return parts.computeIfAbsent(name, _ -> new Part());
  }

  /// How a call ended. Any other exception, as of a caller that was interrupted or of one group's
  /// data, says nothing of the store.
  private enum Outcome {
    ANSWERED,
    FAILED,
    UNKNOWN
  }

  /// The state of one part: its failures in a row, at most 3, and the time of its next probe.
  private static final class Part {
    private int failures;
    private boolean probing;
    private Instant pauseEnd = Instant.MIN;

    synchronized boolean admits(Instant now) {
      if (failures < FAILURES_MAX) {
        return true;
      }
      boolean admitted = !probing && !now.isBefore(pauseEnd);
      probing |= admitted;
      return admitted;
    }

    synchronized void end(Outcome outcome, Instant now) {
      probing = false;
      if (outcome != Outcome.UNKNOWN) {
        failures = outcome == Outcome.ANSWERED ? 0 : Math.min(failures + 1, FAILURES_MAX);
        pauseEnd = now.plus(PAUSE);
      }
    }
  }
}
