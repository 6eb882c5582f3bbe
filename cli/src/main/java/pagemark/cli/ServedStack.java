package pagemark.cli;

import java.io.PrintWriter;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;

/// A local stack that runs until the command ends.
///
/// @param err where progress is shown, and what goes wrong
record ServedStack(LocalOptions options, PrintWriter out, PrintWriter err) {
  void run() throws InterruptedException {
    try (LocalStack stack = LocalStack.start(options, err::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
      if (!stack.isReadOnly()) {
        out.println("DynamoDB Local: " + stack.dynamodb());
        out.println("Index: " + stack.index());
      }
      if (!stack.unbuilt().isEmpty()) {
        new FirstBuild(stack, out, err).run();
      } else if (options.sample() > 0) {
        out.printf("Loading a sample of %,d comments ...%n", options.sample());
        stack.loadSample();
      }
      stack
          .example()
          .ifPresentOrElse(
              path -> out.printf("Try: curl '%s'%n", stack.url().resolve(path)),
              () -> out.println("No group has items yet that everybody may read"));
      out.println("Pagemark is ready: " + stack.url());
      stack.awaitEnd();
    }
  }
}
