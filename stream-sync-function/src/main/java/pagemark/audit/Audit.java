package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import pagemark.audit.AuditResult.Count;
import pagemark.audit.AuditResult.Difference;
import pagemark.index.Inspector;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.listing.IndexDefinition;
import pagemark.repair.IndexedTable;
import pagemark.repair.VerifiedRepair;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.CheckpointItems;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.table.TableScan;

/// Compares a generation's index with the table, while both change: all of it, a sample, or draws.
///
/// [Loops] find candidates. One is a difference if it still is at a second look ([Candidates]). If
/// `repair` is set, differences are settled ([VerifiedRepair]), and once all is compared, old
/// fences are removed. Else the index is not written to. If a tree in DynamoDB is torn, the audit
/// marks the generation.
///
/// Cost: the items that are read, a look at the entries of each, and if all is compared, the sizes
/// of the groups and the counts that the store keeps. Of doubtful groups, entries and items.
///
/// @param max how many differences are settled; a rebuild settles more for less
public record Audit(AuditSetup setup, AuditSettings settings, int max) {
  public static final int DIFFERENCES_MAX = 100_000;

  private static final int SAMPLED_SEGMENTS_MIN = 16;
  private static final int SEGMENTS_MAX = 1_000_000;
  private static final int PROBES = 8;
  private static final int PROBED_ITEMS_MIN = 4 * PROBES;

  public Audit(AuditSetup setup, AuditSettings settings) {
    this(setup, settings, DIFFERENCES_MAX);
  }

  /// The generation to audit: the one that serves the listing.
  ///
  /// @param stream the ARN of the table's stream
  /// @throws AuditException if there is none, or it follows another stream, or has another format
  public static Generation serving(Generations generations, String listing, String stream) {
    Generation serving =
        generations
            .serving(listing)
            .orElseThrow(
                () ->
                    new AuditException(
                        "the listing %s has no index yet: rebuild it".formatted(listing)));
    AuditException.unless(
        serving.stream().equals(stream),
        "the index of the listing %s does not follow the table's stream: rebuild it"
            .formatted(listing));
    AuditException.unless(
        serving.definition().isOfThisFormat(),
        "the index of the listing %s has another format than this code reads (%s): rebuild it"
            .formatted(listing, IndexDefinition.FORMAT));
    return serving;
  }

  /// Compares. If the index equals the table now, the marks that the generation had are cleared.
  ///
  /// @throws AuditException if the index is not complete
  public AuditResult run(Generation serving) {
    return run(serving, begin(serving));
  }

  /// Goes on with an audit that may take several invocations, or begins it. If an invocation fails,
  /// nothing of it counts but its repairs, and the next one does it again.
  ///
  /// @param token the name of the audit
  /// @param ended takes the result when the audit is over
  /// @return the result of all invocations so far
  /// @throws AuditException if the audit was begun otherwise, or does not come forward
  public AuditResult next(
      Generation serving, CheckpointItems checkpoints, String token, Consumer<AuditResult> ended) {
    String work = "audit#" + serving.listing();
    Optional<byte[]> kept = checkpoints.last(work, token);
    Progress progress =
        kept.isPresent() ? Progress.of(kept.get(), settings.of(serving)) : begin(serving);
    if (progress.count(Count.OVER) > 0) {
      return AuditResult.of(serving, settings, progress, List.of());
    }
    byte[] before = progress.bytes();
    AuditResult result = run(serving, progress);
    if (result.isOver()) {
      ended.accept(result);
      progress.groups.clear();
    }
    byte[] after = progress.bytes();
    AuditException.unless(
        !Arrays.equals(before, after),
        "the audit does not come forward: an invocation is too short for it");
    checkpoints.keep(work, token, after);
    return result;
  }

  /// The progress of an audit that has compared nothing yet. A table that is so small that the
  /// draws would read all of it is compared as a whole.
  Progress begin(Generation serving) {
    Progress progress = new Progress();
    progress.audit = settings.of(serving);
    progress.seed = setup.random().nextLong();
    serving.inexact().forEach(mark -> progress.marks.put(mark.cause(), millis(mark)));
    int draws = settings.draws();
    int places = draws == 0 ? 0 : places(draws);
    progress.draws = places > draws;
    double sample = settings.sample();
    int sampled = (int) Math.min(SEGMENTS_MAX, Math.ceil(SAMPLED_SEGMENTS_MIN / sample));
    progress.segments = progress.draws ? places : sample < 1 ? sampled : settings.workers();
    int part = (int) Math.max(1, Math.round(progress.segments * sample));
    progress.chosen = progress.draws ? draws : part;
    return progress;
  }

  private static long millis(Inexact mark) {
    return mark.noticed().toEpochMilli();
  }

  /// How many segments have a few items each; not more than the draws if the table is small.
  private int places(int draws) {
    int places = SEGMENTS_MAX;
    while (places > draws && probe(places) < PROBED_ITEMS_MIN) {
      places /= 2;
    }
    return places;
  }

  /// How many items some segments have.
  private int probe(int segments) {
    return setup
        .random()
        .ints(PROBES, 0, segments)
        .map(segment -> setup.scan().read(segment, segments, Map.of()).items().size())
        .sum();
  }

  /// Goes on with an audit, as far as the time allows.
  ///
  /// @param progress grows; use it no more after an exception
  AuditResult run(Generation serving, Progress progress) {
    requireReady(serving);
    Run run = new Run(setup, settings, serving, progress);
    Candidates candidates = new Candidates(run, max);
    Loops loops = new Loops(run, candidates);
    if (run.isWhole() && progress.pages.isEmpty()) {
      loops.measure();
    }
    boolean over = loops.readItems() && (progress.draws || loops.readEntries());
    if (progress.count(Count.UNLISTED) > 0) {
      requireReady(serving);
    }
    List<Difference> found = candidates.judge(loops);
    found.forEach(each -> progress.count(each.kind(), 1));
    if (settings.repair()) {
      repair(found.stream().map(each -> each.doubt(serving)).toList(), run);
    }
    if (settings.repair() && over && run.isWhole()) {
      setup.indexed().index().sweep(serving.id(), Sweep.BEGIN, () -> run.hasTime(Duration.ZERO));
    }
    if (!progress.torn.isEmpty()) {
      Instant now = setup.indexed().clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.TORN_TREE, now, now);
      setup.indexed().generations().mark(serving.listing(), serving.id(), mark);
    }
    progress.count(Count.OVER, over ? 1 : 0);
    AuditResult result = AuditResult.of(serving, settings, progress, found);
    if (result.provesAll()) {
      clear(serving, progress);
    }
    return result;
  }

  private void requireReady(Generation serving) {
    Markers markers = setup.indexed().markers();
    int ready = markers.count(serving.id()).getOrDefault(Markers.State.READY, 0);
    AuditException.unless(
        ready == markers.slots(),
        "the index of the listing %s is READY in %,d of %,d slots: rebuild it"
            .formatted(serving.listing(), ready, markers.slots()));
  }

  private void repair(List<Doubt> doubts, Run run) {
    List<Outcome> outcomes =
        setup.indexed().repair().settle(doubts, () -> run.hasTime(Duration.ZERO));
    for (int i = 0; i < doubts.size(); i++) {
      run.progress()
          .count(
              switch (outcomes.get(i)) {
                case Outcome.Settled() -> Count.SETTLED;
                case Outcome.Poisoned(var reason) -> {
                  setup.indexed().repair().quarantine(doubts.get(i), reason);
                  yield Count.QUARANTINED;
                }
                case Outcome.Moving _, Outcome.Failed _ -> Count.OPEN;
              },
              1);
    }
  }

  /// Clears the marks that the generation had when the audit began, unless their cause lasts: then
  /// what is written later does not reach the index.
  private void clear(Generation serving, Progress progress) {
    setup.indexed().generations().serving(serving.listing()).stream()
        .flatMap(now -> now.inexact().stream())
        .filter(mark -> !mark.cause().isOfStream())
        .filter(mark -> progress.marks.getOrDefault(mark.cause(), -1L) == millis(mark))
        .forEach(
            mark -> setup.indexed().generations().clear(serving.listing(), serving.id(), mark));
  }

  /// The services that an [Audit] works with.
  ///
  /// @param indexed is written to only if the audit repairs
  /// @param scan reads the table of the audited generation
  /// @param random chooses samples and draws
  public record AuditSetup(
      IndexedTable indexed, Inspector inspector, TableScan scan, RandomGenerator random) {}
}
