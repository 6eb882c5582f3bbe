package pagemark.function;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.repair.BacklogRepair.Result;
import pagemark.signal.Trouble;
import pagemark.state.Document;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact.Cause;
import pagemark.state.StateStore.Range;
import pagemark.state.rebuild.Rebuilds;

/// What is wrong with a listing. Most of it shows whenever somebody looks. The rest is noted in
/// `pagemark-state` by the run that meets it, and stays until a run finds it mended.
///
/// Cost: a repair reads three times, mostly nothing.
record Troubles(Generations state, String listing, Instant now) {
  private static final Duration KEPT = Duration.ofDays(30);

  /// @param since when it was met first
  record Noted(String listing, Trouble kind, Instant since) implements Document {
    static String partition(String listing) {
      return "trouble#" + listing;
    }

    @Override
    public Key documentKey() {
      return new Key(partition(listing), kind.name());
    }

    @Override
    public Instant keptUntil() {
      return since.plus(KEPT);
    }
  }

  /// Notes that something is wrong, or no longer wrong.
  void note(Trouble kind, boolean isWrong) {
    Noted noted = new Noted(listing, kind, now);
    Optional<Noted> before = state.get(Noted.class, noted.documentKey());
    if (!isWrong) {
      before.ifPresent(state::delete);
    } else if (before.isEmpty()) {
      state.put(noted);
    }
  }

  /// All that is wrong after a repair.
  Set<Trouble> after(List<Generation> live, Result suspects, Result quarantined) {
    note(Trouble.SUSPECTS, suspects.open() > 0);
    Set<Trouble> all = EnumSet.noneOf(Trouble.class);
    Generation shown = live.stream().filter(Generation::isShown).findFirst().orElse(null);
    all.addAll(noted(shown));
    all.addAll(seen(shown));
    if (suspects.poison() + quarantined.poison() + quarantined.open() > 0) {
      all.add(Trouble.QUARANTINED);
    }
    if (Rebuilds.of(state).isLeft(listing, now.minus(Trouble.REBUILD_LEFT.patience()))) {
      all.add(Trouble.REBUILD_LEFT);
    }
    return all;
  }

  private List<Trouble> noted(@Nullable Generation shown) {
    Instant built = shown == null ? Instant.MIN : shown.birth();
    return state
        .list(Noted.class, Range.of(Noted.partition(listing)))
        .filter(noted -> !noted.since.plus(noted.kind.patience()).isAfter(now))
        .filter(noted -> noted.kind != Trouble.DIFFERS || !built.isAfter(noted.since))
        .map(Noted::kind)
        .toList();
  }

  private Set<Trouble> seen(@Nullable Generation shown) {
    if (shown == null) {
      return Set.of(Trouble.NOT_READY);
    }
    if (shown.isExact(now)) {
      return Set.of();
    }
    return shown.inexact().stream().anyMatch(mark -> mark.cause() == Cause.GIVEN_UP_RECORDS)
        ? Set.of(Trouble.INEXACT, Trouble.GIVEN_UP)
        : Set.of(Trouble.INEXACT);
  }
}
