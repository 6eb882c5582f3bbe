package pagemark.local;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.sync.EmptyTableBuild;
import pagemark.sync.EmptyTableBuild.Answer;

/// Decides at the start of a stack which listings may be shown from the index that was found, and
/// why the others may not. This is the one place that says so.
///
/// A generation of an index is trusted where
///
/// 1. it was built from the listing's present definition, of this very table, and follows the
///    table's present stream: a table that was deleted and created again, and a stream that was
///    switched off and on, have new ARNs;
/// 2. every slot of the store says that it is complete: a store that was flushed, or lost its data,
///    says so of none;
/// 3. it has followed the table until 12 hours ago or less. The pump begins with the oldest record
///    of the stream at every start, so an index that was left behind (by a stop, a kill, the last
///    second that Redis had not yet written to its disk, an older copy of its data) gets all that
///    it lacks, and fences drop what it has. But records are gone after 24 hours; 12 leave time to
///    read them. A [FollowedNote] tells the time. It lies with the index's data, so that an older
///    copy of the data has the older note. What was left behind for longer is named in the note and
///    stays distrusted, though it is followed again.
///
/// What is not trusted is taken out of the API's sight, not changed: pages but the first answer 503
/// and `/health` says NOT_READY, as where there is no index at all. The stream goes on into it, and
/// a definition that comes back finds its index as it was. A generation that a rebuild completes is
/// another one, and is seen as soon as it serves.
final class IndexTrust {
  static final Duration LEFT_BEHIND_MAX = Duration.ofHours(12);

  private final LocalState state;
  private final TrustedGenerations shown;

  private IndexTrust(LocalState state, TrustedGenerations shown) {
    this.state = state;
    this.shown = shown;
  }

  /// @param note null where nothing is kept, so that nothing can be old
  static IndexTrust judge(LocalState state, @Nullable FollowedNote note) {
    Followed followed = note == null ? Followed.NEVER : judged(state, note);
    return new IndexTrust(
        state,
        new TrustedGenerations(
            state.items(), state.listings(), state.table(), followed.distrusted()));
  }

  /// An index that is new, or was just found left behind, is followed from now on.
  private static Followed judged(LocalState state, FollowedNote note) {
    Instant now = state.clock().instant();
    Followed found = note.read();
    Set<String> distrusted = new HashSet<>();
    Set<String> anew = new HashSet<>();
    for (String listing : state.listings().byName().keySet()) {
      Instant until = found.until().getOrDefault(listing, Instant.EPOCH);
      if (Duration.between(until, now).abs().compareTo(LEFT_BEHIND_MAX) > 0) {
        anew.add(listing);
        state.items().live(listing).stream().map(Generation::id).forEach(distrusted::add);
      }
    }
    Followed judged = found.andDistrusted(distrusted).andUntil(anew, now);
    note.write(judged);
    return judged;
  }

  /// What the API may see.
  TrustedGenerations shown() {
    return shown;
  }

  /// Sees to it that the listing has a complete index, which on an empty table is quick.
  ///
  /// @return why pages of it cannot be shown; nothing where they can
  /// @throws IndexException.Unavailable where the index cannot be reached
  Optional<String> ensure(EmptyTableBuild build, Listing listing) {
    Optional<Generation> serving = state.items().serving(listing.name());
    if (serving.filter(this::isLeftBehind).isPresent()) {
      return Optional.of(
          "its index has not followed the table for more than %d hours, or was lost"
              .formatted(LEFT_BEHIND_MAX.toHours()));
    }
    return switch (build.ensure(listing, state.table())) {
      case Answer.Ready _ -> Optional.empty();
      case Answer.RebuildNeeded(var reason) ->
          Optional.of(serving.map(this::whyNot).orElse(reason));
    };
  }

  private boolean isLeftBehind(Generation generation) {
    return shown.distrusted().contains(generation.id())
        && shown.isOfDefinition(generation)
        && shown.isOfStream(generation);
  }

  private String whyNot(Generation generation) {
    if (!shown.isOfDefinition(generation)) {
      return "its definition has changed since its index was built";
    }
    return shown.isOfStream(generation)
        ? "its index was lost, in whole or in part"
        : "the table or its stream is not the one that its index was built from";
  }
}
