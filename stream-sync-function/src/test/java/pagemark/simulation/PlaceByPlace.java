package pagemark.simulation;

import static java.util.stream.Collectors.toSet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.IndexException;
import pagemark.index.LookResult;
import pagemark.index.LookResult.Looked;
import pagemark.index.LookResult.Register;
import pagemark.index.Op;
import pagemark.index.PageIndexWriter;
import pagemark.index.Turns;
import pagemark.index.WriteResult;
import pagemark.index.WriteResult.Written;
import pagemark.simulation.Faults.Fault;

/// A writer of an index by place that does nothing in one step but the change of one place. Others
/// write in between, and a call may fail half-way: some places are written then, and others are
/// not.
final class PlaceByPlace extends ForwardingWriter {
  private final Turns scheduler;
  private final Faults faults;

  PlaceByPlace(PageIndexWriter writer, Turns scheduler, Faults faults) {
    super(writer);
    this.scheduler = scheduler;
    this.faults = faults;
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    return writes.stream().map(this::write).toList();
  }

  private WriteResult write(GroupWrite write) {
    Written all = new Written(0, 0, List.of());
    for (Op op : write.ops()) {
      boolean refused = false;
      int applied = 0;
      for (Op part : parts(op)) {
        scheduler.park();
        if (faults.happens(Fault.HALF_DONE, 80)) {
          return new WriteResult.Failed(failure());
        }
        WriteResult result =
            writer
                .write(List.of(new GroupWrite(write.group(), List.of(part), write.notAfter())))
                .getFirst();
        if (!(result instanceof Written written)) {
          return result;
        }
        refused |= !written.refused().isEmpty();
        applied += written.applied();
      }
      all = plus(all, op, refused, applied > 0);
    }
    return all;
  }

  private static Written plus(Written all, Op op, boolean refused, boolean applied) {
    List<Op> refusals = new ArrayList<>(all.refused());
    if (refused) {
      refusals.add(op);
    }
    return new Written(
        all.applied() + (!refused && applied ? 1 : 0),
        all.duplicates() + (!refused && !applied ? 1 : 0),
        refusals);
  }

  private static IndexException.Unavailable failure() {
    return new IndexException.Unavailable("connection reset", null);
  }

  /// One op for each place, the arrival first. An op without a place stays as it is.
  private static List<Op> parts(Op op) {
    List<Op> parts = new ArrayList<>();
    if (op.entry() != null) {
      parts.add(new Op(op.item(), op.rule(), op.entry(), Set.of()));
    }
    op.departed()
        .forEach(
            place ->
                parts.add(
                    new Op(
                        op.item(),
                        op.rule(),
                        null,
                        op.olds().stream()
                            .filter(old -> old.position().equals(place))
                            .collect(toSet()))));
    return parts.isEmpty() ? List.of(op) : parts;
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    return looks.stream().map(this::look).toList();
  }

  private LookResult look(GroupLook look) {
    Instant at = writer.time();
    List<Register> registers = new ArrayList<>();
    for (GroupLook.Item item : look.items()) {
      scheduler.park();
      LookResult result =
          writer.look(List.of(new GroupLook(look.group(), List.of(item)))).getFirst();
      if (!(result instanceof Looked(_, var found))) {
        return result;
      }
      registers.addAll(found);
    }
    return new Looked(at, registers);
  }
}
