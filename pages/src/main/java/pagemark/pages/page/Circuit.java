package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import pagemark.index.CountQuery;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.IndexException.Throttled;
import pagemark.index.IndexException.Torn;
import pagemark.index.IndexException.Unavailable;
import pagemark.index.IndexException.Unsettled;
import pagemark.index.IndexSettings;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.pages.error.PagesException.Interrupted;

/// A circuit breaker: it spares requests the wait for an index that does not answer.
///
/// After 3 failures in a row, calls fail at once. One second after the last failure, one call goes
/// through as a probe; if it is answered, all calls go through again. The answer "not ready" counts
/// as an answer. Each part of the index (a node of a cluster) has its own state, so that one lost
/// node does not block the others. So has each group. Failures of one group count once for its part
/// until the part answers, and throttling is an answer of the part: a group that is throttled, or
/// whose pages take too long, blocks itself alone.
///
/// @param states by the name of a part, or by group
public record Circuit(PageIndexReader index, InstantSource clock, Map<Object, State> states)
    implements PageIndexReader {
  private static final int FAILURES_MAX = 3;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Parts come and go with the nodes of a cluster, and groups with requests. When there are this
  /// many with failures, all states are reset.
  private static final int STATES_MAX = 1_000;

  public Circuit(PageIndexReader index, InstantSource clock) {
    this(index, clock, new ConcurrentHashMap<>());
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
  public PageIndexReader telling(DoubleConsumer units) {
    return new Circuit(index.telling(units), clock, states);
  }

  @Override
  public String part(GroupRef group) {
    return index.part(group);
  }

  private <T> T through(GroupRef group, Supplier<T> call) {
    State part = state(index.part(group));
    State own = states.get(group);
    if (!part.admits(clock.instant())) {
      throw notCalled();
    }
    if (own != null && !own.admits(clock.instant())) {
      part.end(Outcome.UNKNOWN, group, clock.instant());
      throw notCalled();
    }
    Outcome outcome = Outcome.UNKNOWN;
    try {
      T answer = call.get();
      outcome = Outcome.ANSWERED;
      return answer;
    } catch (NotReady | Unsettled | Torn answer) {
      outcome = Outcome.ANSWERED;
      throw answer;
    } catch (Throttled busy) {
      outcome = Outcome.BUSY;
      throw busy;
    } catch (Unavailable failure) {
      outcome = Outcome.FAILED;
      throw failure;
    } finally {
      part.end(outcome == Outcome.BUSY ? Outcome.ANSWERED : outcome, group, clock.instant());
      endOwn(group, outcome);
    }
  }

  /// A group has a state only while it fails.
  private void endOwn(GroupRef group, Outcome outcome) {
    if (outcome == Outcome.ANSWERED) {
      states.remove(group);
    } else if (outcome != Outcome.UNKNOWN || states.containsKey(group)) {
      state(group).end(outcome, new Object(), clock.instant());
    }
  }

  private static Unavailable notCalled() {
    return new Unavailable("the index did not answer the last calls, so it was not called", null);
  }

  /// @param of the name of a part, or a group
  private State state(Object of) {
    if (states.size() >= STATES_MAX) {
      states.clear();
    }
    return states.computeIfAbsent(of, _ -> new State());
  }

  /// How a call ended. Any other exception, as of a caller that was interrupted or of one group's
  /// data, says nothing of the store.
  private enum Outcome {
    ANSWERED,
    BUSY,
    FAILED,
    UNKNOWN
  }

  /// The state of a part or a group: what has failed since its last answer, at most 3, and the time
  /// of its next probe.
  private static final class State {
    private final Set<Object> failed = new HashSet<>();
    private boolean probing;
    private Instant pauseEnd = Instant.MIN;

    synchronized boolean admits(Instant now) {
      if (failed.size() < FAILURES_MAX) {
        return true;
      }
      boolean admitted = !probing && !now.isBefore(pauseEnd);
      probing |= admitted;
      return admitted;
    }

    /// @param call whose failures count once
    synchronized void end(Outcome outcome, Object call, Instant now) {
      probing = false;
      if (outcome == Outcome.ANSWERED) {
        failed.clear();
      } else if (outcome != Outcome.UNKNOWN) {
        if (failed.size() < FAILURES_MAX) {
          failed.add(call);
        }
        pauseEnd = now.plus(PAUSE);
      }
    }
  }

  /// Gives every call of the index a timeout, whatever the store does in that time: look up names,
  /// open connections, ask other nodes, retry. A call that takes longer is interrupted.
  ///
  /// @param firstMax the timeout of the first call, which loads classes and connects, and of one
  ///   after a silence, which connects anew ([IndexSettings#IDLE_MAX])
  /// @param max the timeout of every other call
  /// @param calledAt when it was called last
  public record TimedIndex(
      PageIndexReader index,
      Duration firstMax,
      Duration max,
      InstantSource clock,
      AtomicReference<Instant> calledAt)
      implements PageIndexReader {
    public TimedIndex(PageIndexReader index, Duration firstMax, Duration max, InstantSource clock) {
      this(index, firstMax, max, clock, new AtomicReference<>(Instant.MIN));
    }

    @Override
    public PageSlice page(PageQuery query) {
      return inTime(() -> index.page(query));
    }

    @Override
    public List<Long> counts(CountQuery query) {
      return inTime(() -> index.counts(query));
    }

    @Override
    public PageIndexReader telling(DoubleConsumer units) {
      return new TimedIndex(index.telling(units), firstMax, max, clock, calledAt);
    }

    @Override
    public String part(GroupRef group) {
      return index.part(group);
    }

    /// Gives the next call the timeout of a first call again.
    public void beginAnew() {
      calledAt.set(Instant.MIN);
    }

    private boolean connects() {
      Duration since = Duration.between(calledAt.get(), clock.instant());
      return since.abs().compareTo(IndexSettings.IDLE_MAX) >= 0;
    }

    private <T> T inTime(Supplier<T> call) {
      FutureTask<T> task = new FutureTask<>(call::get);
      Thread.startVirtualThread(task);
      try {
        return task.get((connects() ? firstMax : max).toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        throw new Unavailable("the index did not answer in time", e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Interrupted(e);
      } finally {
        calledAt.set(clock.instant());
        // ends a call that still waits, and closes its connection
        task.cancel(true);
      }
    }
  }
}
