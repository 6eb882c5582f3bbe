package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import pagemark.audit.AuditResult.Difference;
import pagemark.audit.AuditResult.Repairs;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.listing.IndexDefinition;
import pagemark.repair.Doubt;
import pagemark.repair.IndexedTable;
import pagemark.repair.Outcome;
import pagemark.repair.VerifiedRepair;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import software.amazon.awssdk.core.exception.SdkException;

/// Compares a generation's index with the table, while both change.
///
/// 1. [ScanPass] reads the table and looks up each item's entry in the index. An item whose entry
///    is missing is a candidate.
/// 2. [GroupPass] reads the groups, and looks up the entries that the scan did not meet in the
///    table. An entry that the table does not confirm is a candidate.
/// 3. [SecondLook] waits, and looks at the candidates again. A candidate is a difference only if it
///    still differs and nothing has changed it meanwhile.
/// 4. If `repair` is set, [VerifiedRepair] corrects each difference, and old fences are removed.
///    Else the index is not written to.
///
/// A group whose tree in DynamoDB is torn cannot be compared. The audit goes on with the others,
/// and marks the generation, whether it repairs or not.
///
/// A sample takes a random part of the table in the first pass, and of the groups in the second, so
/// it too finds both missing and extra entries.
///
/// Cost: one consistent scan of the table, one look at each item's entry, a read of all positions,
/// and a consistent read of the items of doubtful groups; in a group of 100,000 entries and more,
/// only those of doubtful buckets, of some 128 items each. Memory grows with the numbers of groups
/// and of candidates, of which at most 100,000 are kept.
public final class Audit {
  static final int CANDIDATES_MAX = 100_000;
  static final Duration LOOKING_AND_REPAIR = Duration.ofSeconds(15);

  private final AuditSetup setup;
  private final IndexedTable indexed;
  private final AuditSettings settings;
  private final AuditListener listener;
  private final int candidatesMax;

  public Audit(AuditSetup setup, AuditSettings settings, AuditListener listener) {
    this(setup, settings, listener, CANDIDATES_MAX);
  }

  Audit(AuditSetup setup, AuditSettings settings, AuditListener listener, int candidatesMax) {
    this.setup = setup;
    this.indexed = setup.indexed();
    this.settings = settings;
    this.listener = listener;
    this.candidatesMax = candidatesMax;
  }

  /// The generation to audit: the one that serves the listing.
  ///
  /// @param stream the ARN of the table's stream
  /// @throws AuditException if there is none, or it follows another stream, or has another key
  ///   format
  /// @throws SdkException if DynamoDB cannot be reached
  public static Generation serving(Generations generations, String listing, String stream) {
    Generation serving =
        generations
            .serving(listing)
            .orElseThrow(
                () ->
                    new AuditException(
                        "the listing %s has no index yet: rebuild it".formatted(listing)));
    if (!serving.stream().equals(stream)) {
      throw new AuditException(
          "the index of the listing %s does not follow the table's stream: rebuild it"
              .formatted(listing));
    }
    if (!serving.definition().isOfThisFormat()) {
      throw new AuditException(
          "the index of the listing %s has another format than this code reads (%s): rebuild it"
              .formatted(listing, IndexDefinition.FORMAT));
    }
    return serving;
  }

  /// Clears the marks that the generation had when its audit began, if the audit has compared and
  /// repaired all of its index and left nothing open. A mark whose cause lasts is not cleared: what
  /// is written after the audit does not reach the index.
  public static void clear(Generations generations, AuditResult result) {
    if (result.provesAll()) {
      result.marks().stream()
          .filter(mark -> !mark.cause().isOfStream())
          .forEach(mark -> generations.clear(result.listing(), result.generation(), mark));
    }
  }

  /// Runs the audit.
  ///
  /// @throws AuditException if the index is not complete
  /// @throws pagemark.index.IndexException if the index cannot be reached, or was lost meanwhile
  /// @throws SdkException if DynamoDB cannot be reached
  public AuditResult run(Generation serving) {
    return run(serving, begin(serving));
  }

  AuditSettings settings() {
    return settings;
  }

  /// The coverage of an audit that has compared nothing yet.
  Coverage begin(Generation serving) {
    return new Coverage(setup.random().nextLong(), serving.inexact());
  }

  /// Goes on with an audit, as far as the time allows.
  ///
  /// @param coverage grows; use it no more after an exception
  /// @return the result of all invocations so far
  AuditResult run(Generation serving, Coverage coverage) {
    requireReady(serving);
    Progress progress = new Progress(coverage, listener, indexed.clock(), readUntil());
    Candidates candidates = candidates(serving, coverage, progress);
    List<DoubtfulItem> readable =
        candidates.all().stream()
            .filter(item -> item.groups().stream().noneMatch(coverage::isTorn))
            .toList();
    SecondLook.Verdict verdict = new SecondLook(setup, settings, serving).judge(readable);
    List<Difference> found = new ArrayList<>();
    verdict.differences().forEach((item, kind) -> found.add(new Difference(kind, item.key())));
    found.forEach(coverage::add);
    Repairs repairs =
        settings.repair()
            ? repair(serving, List.copyOf(verdict.differences().keySet()))
            : Repairs.NONE;
    coverage.add(
        new Coverage.Sums(
            repairs,
            verdict.unsettled().size(),
            candidates.overflowed(),
            verdict.complete(),
            !progress.isCutShort()));
    if (!coverage.torn().isEmpty()) {
      Instant now = indexed.clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.TORN_TREE, now, now);
      indexed.generations().mark(serving.listing(), serving.id(), mark);
    }
    return AuditResult.of(serving, settings, coverage, found);
  }

  private void requireReady(Generation serving) {
    Markers markers = indexed.markers();
    int ready = markers.count(serving.id()).getOrDefault(Markers.State.READY, 0);
    if (ready < markers.slots()) {
      throw new AuditException(
          "the index of the listing %s is READY in %,d of %,d slots: rebuild it"
              .formatted(serving.listing(), ready, markers.slots()));
    }
  }

  /// When reading must end, so that time is left for one second look and the repairs.
  private Instant readUntil() {
    return settings.until().equals(Instant.MAX)
        ? Instant.MAX
        : settings.until().minus(settings.secondLookAfter()).minus(LOOKING_AND_REPAIR);
  }

  private Candidates candidates(Generation serving, Coverage coverage, Progress progress) {
    Candidates candidates = new Candidates(candidatesMax);
    new ScanPass(setup, settings, serving, coverage, candidates, progress).run();
    if (!progress.isCutShort()) {
      new GroupPass(setup, settings, serving, coverage, candidates, progress).run();
    }
    return candidates;
  }

  private boolean hasTime() {
    return indexed.clock().instant().isBefore(settings.until());
  }

  private Repairs repair(Generation serving, List<DoubtfulItem> found) {
    List<Doubt> doubts = found.stream().map(candidate -> candidate.doubt(serving)).toList();
    List<Outcome> outcomes = indexed.repair().settle(doubts, this::hasTime);
    indexed.index().sweep(serving.id(), Sweep.BEGIN, this::hasTime);
    long settled = 0;
    long poisoned = 0;
    for (int i = 0; i < doubts.size(); i++) {
      switch (outcomes.get(i)) {
        case Outcome.Settled() -> settled++;
        case Outcome.Poisoned(var reason) -> poisoned += quarantine(doubts.get(i), reason);
        case Outcome.Moving _, Outcome.Failed _ -> {}
      }
    }
    return new Repairs(settled, poisoned, found.size() - settled - poisoned);
  }

  /// @return 1 if the item is in quarantine now, else 0
  private int quarantine(Doubt item, String reason) {
    try {
      indexed.repair().quarantine(item, reason);
      return 1;
    } catch (SdkException e) {
      return 0;
    }
  }
}
