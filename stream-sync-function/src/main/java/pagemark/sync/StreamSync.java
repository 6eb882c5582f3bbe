package pagemark.sync;

import static java.util.Comparator.naturalOrder;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.repair.IndexedTable;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.state.Inexact.Cause;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.ChangeReader.Change;
import pagemark.sync.ChangeReader.Change.Proof;
import pagemark.sync.GenerationTracker.Followed;
import software.amazon.awssdk.core.exception.SdkException;

/// Applies batches of a stream's records to the index.
///
/// For each batch it
///
/// 1. reads the records ([ChangeReader]),
/// 2. reads and notes the generations to write to ([GenerationTracker]),
/// 3. applies the records to all of them ([BatchRun]),
/// 4. notes what it has written, and marks generations that have lost writes ([LossWatch]).
///
/// An item that cannot be indexed is quarantined and blocks nothing. A record from another stream,
/// or without both images, shows a wrong deployment: it fails and blocks its shard until the
/// deployment is corrected. One that lacks an image although the stream has both blocks it for two
/// minutes.
public final class StreamSync {
  private static final Duration MARKED_EVERY = Duration.ofMinutes(1);

  private final IndexedTable table;
  private final Followed followed;
  private final GenerationTracker following;
  private final @Nullable StreamTrust trust;
  private final LossWatch losses;

  /// @param listings those of the table
  /// @param stream the ARN of the table's stream
  /// @param described describes the table as it is now, to suspend generations of streams that it
  ///   no longer has; null to suspend none
  public StreamSync(
      IndexedTable table,
      List<Listing> listings,
      String stream,
      @Nullable Supplier<StreamedTable> described) {
    this(
        table,
        new Followed(new CachedGenerations(table.generations(), table.clock()), listings, stream),
        described);
  }

  StreamSync(IndexedTable table, Followed followed, @Nullable Supplier<StreamedTable> described) {
    this.table = table;
    this.followed = followed;
    this.following = new GenerationTracker(table, followed);
    this.trust =
        described == null
            ? null
            : new StreamTrust(followed.stream(), described, table.generations(), table.clock());
    this.losses = new LossWatch(table, followed, following::nextName);
  }

  /// Suspends generations of streams that the table no longer has.
  ///
  /// @param log takes a line for each generation that is suspended
  public void judgeStreams(Consumer<String> log) {
    if (trust != null) {
      trust.judge(followed.live(), log);
    }
  }

  /// Applies one batch at a time, as Lambda does, so that a note is true for every batch in
  /// progress.
  ///
  /// @throws IllegalArgumentException if a record has no sequence number; nothing was applied
  public synchronized BatchOutcome sync(DynamodbEvent event, IntSupplier remainingMillis) {
    Instant now = table.clock().instant();
    ChangeReader.Batch batch = new ChangeReader(followed.stream(), followed.key(), now).read(event);
    BatchOutcome outcome = sync(batch.changes(), new Deadline(remainingMillis));
    if (batch.error() == null) {
      return outcome;
    }
    if (batch.unreadable() != null) {
      markUnreadable(batch.unreadable(), now);
    }
    return outcome.andUnapplied(batch.changes().size(), batch.error());
  }

  /// The batch comes again and again, so a mark is noticed again once a minute at most.
  private void markUnreadable(Instant created, Instant now) {
    followed.followers().stream()
        .filter(
            generation ->
                marks(generation).noneMatch(m -> m.noticed().isAfter(now.minus(MARKED_EVERY))))
        .forEach(
            generation ->
                table
                    .generations()
                    .mark(
                        generation.listing(),
                        generation.id(),
                        new Inexact(Cause.UNREADABLE_RECORD, created, now)));
  }

  private static Stream<Inexact> marks(Generation generation) {
    return generation.inexact().stream().filter(m -> m.cause() == Cause.UNREADABLE_RECORD);
  }

  /// Removes the mark of unreadable records, now that their items were read from the table. If a
  /// record did not say where its item was before, another mark takes its place, which no later
  /// record removes.
  private void clearUnreadable(List<Change> changes, BatchOutcome outcome) {
    List<Change> unreadable =
        changes.stream().filter(change -> change.proof() == Proof.UNREADABLE).toList();
    if (unreadable.isEmpty() || outcome.unapplied() != null) {
      return;
    }
    List<Change> lost = unreadable.stream().filter(c -> c.oldImage().isEmpty()).toList();
    Inexact givenUp = new Inexact(Cause.GIVEN_UP_RECORDS, oldest(lost), table.clock().instant());
    for (Generation generation : followed.followersNow()) {
      if (!lost.isEmpty()) {
        table.generations().mark(generation.listing(), generation.id(), givenUp);
      }
      marks(generation)
          .forEach(m -> table.generations().clear(generation.listing(), generation.id(), m));
    }
  }

  private BatchOutcome sync(List<Change> changes, Deadline deadline) {
    if (changes.isEmpty()) {
      return BatchOutcome.nothing(null);
    }
    List<Generation> followers;
    try {
      followers = following.of(oldest(changes));
    } catch (SdkException | GenerationTracker.MovingException e) {
      return BatchOutcome.nothing(new Unapplied(0, "generations: " + e.getMessage()));
    }
    Optional<Generation> unknown =
        followers.stream().filter(g -> !g.definition().isOfThisFormat()).findFirst();
    if (unknown.isPresent()) {
      return BatchOutcome.nothing(new Unapplied(0, refusal(unknown.get())));
    }
    losses.writing(oldest(changes));
    BatchOutcome outcome = noted(new BatchRun(table, followers, deadline).run(changes), deadline);
    clearUnreadable(changes, outcome);
    return outcome;
  }

  /// This code cannot write a live generation of another format, so the batch must fail.
  private static String refusal(Generation unknown) {
    return "the generation %s of %s has another format than this code writes (%s): rebuild it"
        .formatted(unknown.id(), unknown.listing(), IndexDefinition.FORMAT);
  }

  /// Marks lost writes before the batch is acknowledged.
  private BatchOutcome noted(BatchOutcome outcome, Deadline deadline) {
    try {
      return outcome.and(losses.settle(deadline::allowsCall));
    } catch (SdkException e) {
      return outcome.andUnapplied(0, "witnesses: " + e.getMessage());
    }
  }

  private static Instant oldest(List<Change> changes) {
    return changes.stream().map(Change::createdAt).min(naturalOrder()).orElse(Instant.EPOCH);
  }

  /// Does what every batch does before and after its writes: notes the generations, as they are at
  /// this moment, and the witnesses.
  ///
  /// @param appliedBefore the time before which all records are applied, if none are pending. If
  ///   some are, their batches note the generations, and how old they are
  /// @throws RuntimeException if the generations change again after each note
  public synchronized void note(Optional<Instant> appliedBefore) {
    appliedBefore.ifPresent(following::noteNow);
    losses.settle(() -> true);
  }

  /// Says when to stop, so that an invocation answers before its timeout. The first call may always
  /// begin, so that each delivery of a batch makes progress.
  static final class Deadline {
    /// Longer than a call to a hanging store: `IndexSettings.DEFAULT` waits 2 s for a connection
    /// and 5 s for a reply.
    static final int MARGIN_MILLIS = 8_000;

    private final IntSupplier remainingMillis;
    private boolean begun;

    Deadline(IntSupplier remainingMillis) {
      this.remainingMillis = remainingMillis;
    }

    boolean allowsCall() {
      boolean allowed = !begun || remainingMillis.getAsInt() >= MARGIN_MILLIS;
      begun = true;
      return allowed;
    }
  }

  /// Suspends generations that follow a stream which the table no longer has. Readers no longer see
  /// a suspended generation.
  ///
  /// A stream that is switched off and on gets a new ARN, and so does a table that is restored or
  /// created again. An index of the old ARNs no longer changes. If the table's latest stream is the
  /// one consumed here, such a generation is suspended. If it is not, this deployment is out of
  /// date and suspends nothing.
  ///
  /// It describes the table only if there is such a generation, and at most once a minute.
  public static final class StreamTrust {
    private static final Duration DESCRIBED_EVERY = Duration.ofMinutes(1);

    private final String stream;
    private final Supplier<StreamedTable> table;
    private final Generations generations;
    private final InstantSource clock;
    private Instant describedAt = Instant.MIN;

    /// @param stream the ARN of the consumed stream
    /// @param table describes the table as it is now
    public StreamTrust(
        String stream,
        Supplier<StreamedTable> table,
        Generations generations,
        InstantSource clock) {
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
        others.forEach(g -> suspend(g, log));
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
}
