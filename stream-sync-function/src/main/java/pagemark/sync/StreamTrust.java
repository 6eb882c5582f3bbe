package pagemark.sync;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import pagemark.state.Generation;
import pagemark.state.Generations;

/// Suspends generations that follow a stream which the table no longer has. Readers no longer see a
/// suspended generation.
///
/// A stream that is switched off and on gets a new ARN, and so does a table that is restored or
/// created again. An index of the old ARNs no longer changes. If the table's latest stream is the
/// one consumed here, such a generation is suspended. If it is not, this deployment is out of date
/// and suspends nothing.
///
/// It describes the table only if there is such a generation, and at most once a minute.
public final class StreamTrust {
  private static final Duration DESCRIBED_EVERY = Duration.ofMinutes(1);

  private final String stream;
  private final Supplier<StreamedTable> table;
  private final Generations generations;
  private final InstantSource clock;
  private Instant describedAt = Instant.MIN;

  /// @param stream the ARN of the consumed stream
  /// @param table describes the table as it is now
  public StreamTrust(
      String stream, Supplier<StreamedTable> table, Generations generations, InstantSource clock) {
    this.stream = stream;
    this.table = table;
    this.generations = generations;
    this.clock = clock;
  }

  /// @param live the live generations of the table's listings
  /// @param log takes a line for each generation that is suspended
  public void judge(List<Generation> live, Consumer<String> log) {
    Instant now = clock.instant();
    List<Generation> others =
        live.stream().filter(g -> !g.suspended() && !g.stream().equals(stream)).toList();
    if (others.isEmpty() || now.isBefore(describedAt.plus(DESCRIBED_EVERY))) {
      return;
    }
    describedAt = now;
    StreamedTable latest = table.get();
    if (latest.stream().equals(stream)) {
      others.stream().filter(g -> !latest.isFollowedBy(g)).forEach(g -> suspend(g, log));
    }
  }

  private void suspend(Generation generation, Consumer<String> log) {
    generations.suspend(generation.listing(), generation.id());
    log.accept(
        "suspended because the table has another stream: listing=%s generation=%s followed=%s latest=%s remedy=`pagemark rebuild --listing %s`"
            .formatted(
                generation.listing(),
                generation.id(),
                generation.stream(),
                stream,
                generation.listing()));
  }
}
