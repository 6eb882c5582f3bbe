package pagemark.watch;

import static java.time.temporal.ChronoUnit.HOURS;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;

/// Marks generations that may differ from their table. Each run of the watch does so again while
/// the cause lasts.
///
/// @param log takes a line if a mark is new, and one in the first run of each hour
record Marking(Generations generations, Consumer<String> log) {
  static Optional<Inexact> of(Generation generation, Cause cause) {
    return generation.inexact().stream().filter(mark -> mark.cause() == cause).findFirst();
  }

  void mark(Generation generation, Inexact mark) {
    generations.mark(generation.listing(), generation.id(), mark);
    if (of(generation, mark.cause()).filter(last -> isOfOneHour(last, mark)).isEmpty()) {
      log.accept(mark.line(generation));
    }
  }

  private static boolean isOfOneHour(Inexact last, Inexact mark) {
    return last.noticed().truncatedTo(HOURS).equals(mark.noticed().truncatedTo(HOURS));
  }

  /// Replaces a mark by MISSED_RECORDS, because its own remedy no longer helps.
  void missed(Generation generation, Inexact mark, Instant now) {
    mark(generation, new Inexact(Cause.MISSED_RECORDS, mark.since(), now));
    generations.clear(generation.listing(), generation.id(), mark);
  }
}
