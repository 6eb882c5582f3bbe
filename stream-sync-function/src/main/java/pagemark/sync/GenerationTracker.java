package pagemark.sync;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.key.KeyAttribute;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.repair.IndexedTable;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.writer.WriterNote;

/// Reads the generations that a handler writes to, and notes them in `pagemark-state` before it
/// writes. A rebuild waits for these notes: it reads the table once every writer has noted the new
/// generation.
///
/// The generations are read again after each note. So a writer whose note a rebuild could not see
/// yet, reads the generations after that rebuild has registered its own, and finds it.
///
/// A note has the time by the store's clock too, because a rebuild may run on a machine with a
/// wrong one. If the store does not tell it, the last known difference of the clocks stands.
///
/// A note costs one write every 30 seconds and a question for the time, or whenever the generations
/// change.
final class GenerationTracker {
  static final Duration NOTED_EVERY = Duration.ofSeconds(30);
  private static final int CHANGES_MAX = 5;

  private final IndexedTable table;
  private final Followed all;
  private @Nullable String name;
  private int names;
  private @Nullable WriterNote noted;

  /// By how much the store's clock was ahead of this process' when it last told its time.
  private Duration storeAhead = Duration.ZERO;

  GenerationTracker(IndexedTable table, Followed all) {
    this.table = table;
    this.all = all;
  }

  /// The generations changed at every read.
  static final class MovingException extends RuntimeException {
    MovingException() {
      super("they changed at each of %d reads".formatted(CHANGES_MAX));
    }
  }

  /// The generations that a batch is written to. They are noted when this returns.
  ///
  /// @param oldest creation time of the batch's oldest record; all earlier records are applied
  /// @throws MovingException if the generations change again after each note
  List<Generation> of(Instant oldest) {
    return noted(all.followers(), oldest);
  }

  /// Notes the generations as the next batch would, but reads them afresh: while nobody writes to
  /// the table, a rebuild waits for this note alone. Each call reads the state of every listing.
  ///
  /// @param appliedBefore all earlier records are applied
  /// @throws MovingException if the generations change again after each note
  void noteNow(Instant appliedBefore) {
    noted(all.followersNow(), appliedBefore);
  }

  private List<Generation> noted(List<Generation> followed, Instant oldest) {
    for (int changes = 0; !isNoted(followed); changes++) {
      if (changes == CHANGES_MAX) {
        throw new MovingException();
      }
      note(followed, oldest);
      followed = all.followersNow();
    }
    return followed;
  }

  private boolean isNoted(List<Generation> followed) {
    return noted != null
        && noted.known().equals(ids(followed))
        && table.clock().instant().isBefore(noted.at().plus(NOTED_EVERY));
  }

  private static Set<String> ids(List<Generation> followed) {
    return followed.stream().map(Generation::id).collect(Collectors.toSet());
  }

  private void note(List<Generation> followed, Instant oldest) {
    Instant now = table.clock().instant();
    WriterNote note =
        new WriterNote(
            name(),
            all.stream(),
            ids(followed),
            now,
            now.plus(storeAhead()),
            Math.max(0, Duration.between(oldest, now).toMillis()),
            IndexDefinition.KEY_FORMAT);
    table.writers().note(note);
    noted = note;
  }

  private Duration storeAhead() {
    try {
      storeAhead = Duration.between(table.clock().instant(), table.index().time());
    } catch (IndexException e) {
      // only the rebuild needs it, and waits for this store itself
    }
    return storeAhead;
  }

  /// A new name for a note: the handler's name among writers, and a number.
  String nextName() {
    return name() + "#" + ++names;
  }

  /// Made at first use, because several functions may start from one snapshot.
  private String name() {
    if (name == null) {
      byte[] random = new byte[8];
      new SecureRandom().nextBytes(random);
      name = HexFormat.of().formatHex(random);
    }
    return name;
  }

  /// The generations of a table's listings.
  ///
  /// @param listings those of the table
  /// @param stream the ARN of the followed stream
  record Followed(CachedGenerations generations, List<Listing> listings, String stream) {
    /// The generations that follow this stream, each with its own definition. Numbers of another
    /// stream prove nothing against a generation's fences. May be cached.
    List<Generation> followers() {
      return followers(generations::live);
    }

    /// The same generations, never cached.
    List<Generation> followersNow() {
      return followers(generations::refreshed);
    }

    /// All live generations of the table's listings, including those of other streams. May be
    /// cached.
    List<Generation> live() {
      return live(generations::live);
    }

    /// The names of the table's key attributes, which all of its listings declare.
    Set<String> key() {
      return listings.stream()
          .flatMap(listing -> listing.definition().positions().key().stream())
          .map(KeyAttribute::name)
          .collect(Collectors.toSet());
    }

    private List<Generation> live(Function<String, List<Generation>> live) {
      return listings.stream()
          .map(Listing::name)
          .flatMap(listing -> live.apply(listing).stream())
          .toList();
    }

    private List<Generation> followers(Function<String, List<Generation>> live) {
      return live(live).stream().filter(generation -> generation.stream().equals(stream)).toList();
    }
  }
}
