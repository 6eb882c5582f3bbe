package pagemark.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.audit.Candidate.Seen;
import pagemark.index.GroupLook;
import pagemark.index.Register;
import pagemark.key.Cell;
import pagemark.key.Group;
import pagemark.key.Position;
import pagemark.state.Generation;

/// Tells differences from changes that are on their way.
///
/// Of each candidate the fences are read first, then, consistently, the item, and, after longer
/// than a change takes from the table to the index, the fences again. Where they are the same, the
/// change that made the item what it was had been applied before the first look: what the index has
/// by then is all that it will have. Where they have moved, it is looked at anew.
record SecondLook(AuditPorts ports, AuditSettings settings, Generation generation) {
  private static final int ROUNDS_MAX = 4;
  private static final int CANDIDATES_PER_CALL = 100;

  /// An item may be found in another group than those looked at.
  private static final int READS_MAX = 3;

  /// @param differences those that the index has wrong, with how
  /// @param unsettled those that moved each time, or for which the time did not suffice
  /// @param complete whether it did
  record Verdict(Map<Candidate, Kind> differences, List<Candidate> unsettled, boolean complete) {}

  Verdict judge(List<Candidate> candidates) {
    Map<Candidate, Kind> differences = new LinkedHashMap<>();
    List<Candidate> open = candidates;
    for (int round = 0; round < ROUNDS_MAX && !open.isEmpty() && hasTime(); round++) {
      inParts(open, this::first);
      ports.sleeper().sleep(settings.secondLookAfter());
      List<Candidate> moved = new ArrayList<>();
      inParts(open, part -> moved.addAll(second(part, differences)));
      open = moved;
    }
    return new Verdict(differences, open, open.isEmpty() || hasTime());
  }

  private boolean hasTime() {
    return !ports.clock().instant().plus(settings.secondLookAfter()).isAfter(settings.until());
  }

  private static void inParts(List<Candidate> candidates, Consumer<List<Candidate>> work) {
    for (int from = 0; from < candidates.size(); from += CANDIDATES_PER_CALL) {
      work.accept(
          candidates.subList(from, Math.min(from + CANDIDATES_PER_CALL, candidates.size())));
    }
  }

  private void first(List<Candidate> part) {
    List<Candidate> open = part;
    for (int reads = 0; reads < READS_MAX && !open.isEmpty(); reads++) {
      open.forEach(Candidate::forget);
      look(
          open,
          (question, registers) -> {
            question.candidate().note(question.group(), registers);
            return true;
          });
      var items = ports.items().read(open.stream().map(Candidate::key).toList());
      open =
          open.stream()
              .filter(
                  candidate ->
                      !candidate.judge(
                          ports.indexable(
                              generation, items.getOrDefault(candidate.key(), Map.of()))))
              .toList();
    }
  }

  /// @return those that moved
  private Set<Candidate> second(List<Candidate> part, Map<Candidate, Kind> differences) {
    Set<Seen> inCells = inCells(part);
    Set<Candidate> moved =
        look(
            part,
            (question, registers) -> question.candidate().confirm(question.group(), registers));
    for (Candidate candidate : part) {
      Kind kind = moved.contains(candidate) ? null : candidate.kind(inCells);
      if (kind != null) {
        differences.put(candidate, kind);
      }
    }
    return moved;
  }

  private record Question(Candidate candidate, Group group) {}

  /// @return the candidates for which an answer was not accepted
  private Set<Candidate> look(
      List<Candidate> candidates, BiPredicate<Question, List<Register>> accept) {
    List<Question> questions = new ArrayList<>();
    candidates.forEach(
        candidate ->
            candidate.groups().forEach(group -> questions.add(new Question(candidate, group))));
    List<GroupLook> looks =
        questions.stream().map(q -> q.candidate().look(generation, q.group())).toList();
    List<List<Register>> registers = ports.looks().look(looks);
    Set<Candidate> refused = new HashSet<>();
    for (int i = 0; i < questions.size(); i++) {
      if (!accept.test(questions.get(i), registers.get(i))) {
        refused.add(questions.get(i).candidate());
      }
    }
    return refused;
  }

  private record CellSet(Group group, Cell cell) {}

  /// Before the second look at the fences, so that they tell whether it still holds.
  private Set<Seen> inCells(List<Candidate> part) {
    Map<CellSet, Map<Position, Seen>> hidden = new HashMap<>();
    for (Candidate candidate : part) {
      for (Seen seen : candidate.hidden()) {
        hidden
            .computeIfAbsent(new CellSet(seen.group(), seen.entry().cell()), s -> new HashMap<>())
            .put(seen.entry().position(), seen);
      }
    }
    Set<Seen> found = new HashSet<>();
    hidden.forEach((set, wanted) -> walk(set, wanted, found));
    return found;
  }

  private void walk(CellSet set, Map<Position, Seen> wanted, Set<Seen> found) {
    ports
        .index()
        .inspector()
        .positions(
            Refs.of(generation, set.group()),
            set.cell(),
            chunk -> chunk.forEach(position -> addPresent(wanted.get(position), found)));
  }

  private static void addPresent(@Nullable Seen seen, Set<Seen> found) {
    if (seen != null) {
      found.add(seen);
    }
  }
}
