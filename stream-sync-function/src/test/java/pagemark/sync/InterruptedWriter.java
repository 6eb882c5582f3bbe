package pagemark.sync;

import java.util.List;
import pagemark.index.ForwardingWriter;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;

/// A writer that lets others do something between its calls.
final class InterruptedWriter extends ForwardingWriter {
  private final Runnable others;

  InterruptedWriter(PageIndexWriter writer, Runnable others) {
    super(writer);
    this.others = others;
  }

  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    others.run();
    List<WriteResult> results = writer.write(writes);
    others.run();
    return results;
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    others.run();
    List<LookResult> results = writer.look(looks);
    others.run();
    return results;
  }
}
