package pagemark.audit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector.GroupSize;
import pagemark.index.Inspector.StrayNodes;
import pagemark.index.Inspector.Strays;
import pagemark.state.Generation;

/// The second pass of an audit: compares the groups of the index with the table, each by a
/// [GroupComparison]. A sample compares all entries of its groups with their items.
///
/// A group whose tree is torn cannot be compared; the result names it.
///
/// At the end, the groups in which the scan has confirmed entries are compared with those that the
/// index has listed. A group that is emptied meanwhile is listed for as long as its fences live. So
/// one that is not listed has been missed or lost, and nobody has looked for its ghosts.
final class GroupPass {
  private final AuditSettings settings;
  private final Generation generation;
  private final Coverage coverage;
  private final Progress progress;
  private final AuditSetup setup;
  private final GroupComparison comparison;
  private final long salt;

  GroupPass(
      AuditSetup setup,
      AuditSettings settings,
      Generation generation,
      Coverage coverage,
      Candidates candidates,
      Progress progress) {
    this.settings = settings;
    this.generation = generation;
    this.coverage = coverage;
    this.progress = progress;
    this.setup = setup;
    this.comparison =
        new GroupComparison(setup, settings, generation, coverage, candidates, progress);
    this.salt = new SplittableRandom(coverage.seed).split().nextLong();
  }

  void run() {
    setup.inspector().groups(generation.id(), this::compare);
    if (!settings.isSample()) {
      setup.inspector().strayNodes().ifPresent(this::lookForNodes);
      coverage.unlisted.set(
          progress.isCutShort() ? 0 : coverage.fingerprints.unlisted(coverage.compared()));
    }
  }

  private void lookForNodes(StrayNodes strays) {
    while (progress.hasTime()) {
      Strays part = strays.find(generation.id(), coverage.nodesAfter());
      coverage.unreachable.addAndGet(part.found());
      coverage.nodesAfter(part.next());
      if (part.next().isEmpty()) {
        return;
      }
    }
  }

  private void compare(List<GroupRef> chunk) {
    Set<Long> met = new HashSet<>();
    List<GroupRef> chosen =
        chunk.stream()
            .filter(this::isChosen)
            .filter(group -> !coverage.hasCompared(hash(group)) && met.add(hash(group)))
            .toList();
    if (!chosen.isEmpty() && progress.hasTime()) {
      List<GroupSize> sizes = setup.sizes(chosen, generation.definition().cells(), this::addTorn);
      new Workers(settings.workers()).each(sizes, this::compare);
    }
  }

  private void addTorn(IndexException.Torn torn) {
    coverage.addTorn(torn);
    coverage.compared(hash(torn.group()));
  }

  private static long hash(GroupRef group) {
    return Fingerprint.hash(group.group(), 0);
  }

  private boolean isChosen(GroupRef group) {
    double draw = (Fingerprint.hash(group.group(), salt) >>> 11) * 0x1p-53;
    return draw < settings.sample();
  }

  /// Compares a group from the place at which the last invocation stopped.
  private void compare(GroupSize size) {
    if (!progress.hasTime()) {
      return;
    }
    long hash = hash(size.group());
    try {
      comparison.run(size, coverage.bookmark(size.group().group()));
      if (coverage.compared(hash)) {
        progress.compared(size.all());
      }
    } catch (IndexException.Torn e) {
      addTorn(e);
    } catch (Progress.OutOfTimeException e) {
      // the bookmark stays
    }
  }
}
