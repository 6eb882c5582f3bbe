package pagemark.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;
import pagemark.embedded.ParentWatch;
import pagemark.local.LocalOptions;
import pagemark.local.LocalStack;

/// A local stack that runs until the command ends.
///
/// @param err where progress is shown
record ServedStack(LocalOptions options, PrintWriter err) {
  void run() throws InterruptedException {
    ParentWatch.exitWhenParentDies(() -> {});
    Consumer<String> log = System.err::println;
    try (LocalStack stack = LocalStack.start(options, log)) {
      Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "stop"));
      if (!stack.isReadOnly()) {
        System.out.println("DynamoDB Local: " + stack.dynamodb());
        System.out.println("Index: " + stack.index());
      }
      if (!stack.unbuilt().isEmpty()) {
        new FirstBuild(stack, err).run();
      } else if (options.sample() > 0) {
        System.out.printf("Loading a sample of %,d comments ...%n", options.sample());
        stack.loadSample();
      }
      stack
          .example()
          .ifPresentOrElse(
              path -> System.out.printf("Try: curl '%s'%n", stack.url().resolve(path)),
              () -> System.out.println("No group has items yet that everybody may read"));
      System.out.println("Pagemark is ready: " + stack.url());
      stack.awaitEnd();
    }
  }
}
