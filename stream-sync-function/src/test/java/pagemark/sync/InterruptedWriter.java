package pagemark.sync;

import java.time.Instant;
import java.util.List;
import pagemark.index.GroupLook;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.WriteResult;

/// A writer between whose calls others do something.
record InterruptedWriter(PageIndexWriter writer, Runnable others) implements PageIndexWriter {
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

  @Override
  public Instant time() {
    return writer.time();
  }
}
