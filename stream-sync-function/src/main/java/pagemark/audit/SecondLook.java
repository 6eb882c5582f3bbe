package pagemark.audit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import pagemark.audit.DoubtfulItem.Seen;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Place;
import pagemark.entry.Position;
import pagemark.index.GroupLook;
import pagemark.index.LookResult.Register;
import pagemark.state.Generation;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Separates differences from changes that have not reached the index yet. For each candidate it
///
/// 1. reads the fences, then the item with a consistent read;
/// 2. waits for longer than a change takes from the table to the index;
/// 3. reads the fences again, and whether the entries are there.
///
/// If the fences are unchanged, every change of the item had been applied before the first read, so
/// what the index has now is final. If they have changed, the candidate goes into the next of at
/// most four rounds.
record SecondLook(AuditSetup setup, AuditSettings settings, Generation generation) {
  private static final int ROUNDS_MAX = 4;
  private static final int CANDIDATES_PER_CALL = 100;

  /// Includes retries for an item that is found in a group that was not looked at.
  private static final int READS_MAX = 3;

  /// The result for all candidates.
  ///
  /// @param differences the candidates that are wrong in the index
  /// @param unsettled the candidates that changed in each round, or were left when the time was
  ///   over
  /// @param complete whether there was enough time
  record Verdict(
      Map<DoubtfulItem, Kind> differences, List<DoubtfulItem> unsettled, boolean complete) {}

  Verdict judge(List<DoubtfulItem> candidates) {
    Map<DoubtfulItem, Kind> differences = new LinkedHashMap<>();
    List<DoubtfulItem> open = candidates;
    for (int round = 0; round < ROUNDS_MAX && !open.isEmpty() && hasTime(); round++) {
      inParts(open, this::first);
      setup.indexed().sleeper().sleep(settings.secondLookAfter());
      List<DoubtfulItem> moved = new ArrayList<>();
      inParts(open, part -> moved.addAll(second(part, differences)));
      open = moved;
    }
    return new Verdict(differences, open, open.isEmpty() || hasTime());
  }

  private boolean hasTime() {
    return !setup
        .indexed()
        .clock()
        .instant()
        .plus(settings.secondLookAfter())
        .isAfter(settings.until());
  }

  private static void inParts(List<DoubtfulItem> candidates, Consumer<List<DoubtfulItem>> work) {
    for (int from = 0; from < candidates.size(); from += CANDIDATES_PER_CALL) {
      work.accept(
          candidates.subList(from, Math.min(from + CANDIDATES_PER_CALL, candidates.size())));
    }
  }

  private void first(List<DoubtfulItem> part) {
    List<DoubtfulItem> open = part;
    for (int reads = 0; reads < READS_MAX && !open.isEmpty(); reads++) {
      open.forEach(DoubtfulItem::forget);
      look(
          open,
          (question, registers) -> {
            question.candidate().note(question.group(), registers);
            return true;
          });
      var items = setup.indexed().items().read(open.stream().map(DoubtfulItem::key).toList());
      open =
          open.stream()
              .filter(candidate -> !judge(candidate, items.getOrDefault(candidate.key(), Map.of())))
              .toList();
    }
  }

  private boolean judge(DoubtfulItem candidate, Map<String, AttributeValue> item) {
    candidate.mayLack(setup.indexed().mayLack(generation, item));
    return candidate.judge(setup.indexed().audited(generation, item));
  }

  /// @return the candidates that have changed since the first look
  private Set<DoubtfulItem> second(List<DoubtfulItem> part, Map<DoubtfulItem, Kind> differences) {
    Set<Seen> inCells = inCells(part);
    Set<DoubtfulItem> moved =
        look(
            part,
            (question, registers) -> question.candidate().confirm(question.group(), registers));
    for (DoubtfulItem candidate : part) {
      Kind kind = moved.contains(candidate) ? null : candidate.kind(inCells);
      if (kind != null) {
        differences.put(candidate, kind);
      }
    }
    return moved;
  }

  private record Question(DoubtfulItem candidate, Group group) {}

  /// @return the candidates for which an answer was not accepted
  private Set<DoubtfulItem> look(
      List<DoubtfulItem> candidates, BiPredicate<Question, List<Register>> accept) {
    List<Question> questions = new ArrayList<>();
    candidates.forEach(
        candidate ->
            candidate.groups().forEach(group -> questions.add(new Question(candidate, group))));
    List<GroupLook> looks =
        questions.stream().map(q -> q.candidate().look(generation, q.group())).toList();
    List<List<Register>> registers = setup.looks().look(looks);
    Set<DoubtfulItem> refused = new HashSet<>();
    for (int i = 0; i < questions.size(); i++) {
      if (!accept.test(questions.get(i), registers.get(i))) {
        refused.add(questions.get(i).candidate());
      }
    }
    return refused;
  }

  /// Finds the hidden entries that are in their cell. Must come before the second look at the
  /// fences, which shows whether this is still true.
  private Set<Seen> inCells(List<DoubtfulItem> part) {
    return part.stream()
        .flatMap(candidate -> candidate.hidden().stream())
        .filter(this::isInCell)
        .collect(Collectors.toSet());
  }

  private boolean isInCell(Seen seen) {
    Cell cell = seen.entry().cell();
    Position position = seen.entry().position();
    if (!setup.inspector().sets(List.of(cell)).contains(cell)) {
      return false;
    }
    List<Entry> from =
        setup
            .inspector()
            .entries(generation.group(seen.group()), cell, Place.of(position))
            .entries();
    return !from.isEmpty() && from.getFirst().position().equals(position);
  }
}
