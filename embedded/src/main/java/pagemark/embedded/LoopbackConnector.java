package pagemark.embedded;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Keeps DynamoDB Local on loopback. The server listens on every interface and has no option for
/// that. So a small jar comes before its own on the class path: it holds the connector of its web
/// server, Jetty, rewritten so that its host is 127.0.0.1.
///
/// The rewritten class also leaves a sign that it was asked for its host: a file.
final class LoopbackConnector {
  static final String REFUSAL =
      "DynamoDB Local was stopped: this version of it cannot be kept on loopback";

  /// The system property of the server that names the file.
  static final String SIGN = "pagemark.on-loopback";

  private static final String JETTY = "jetty-server-*.jar";
  private static final String CONNECTOR = "org/eclipse/jetty/server/AbstractNetworkConnector.class";
  private static final ClassDesc FILE = File.class.describeConstable().orElseThrow();
  private static final ClassDesc SYSTEM = System.class.describeConstable().orElseThrow();

  private LoopbackConnector() {}

  /// Writes the jar.
  ///
  /// @param jars the folder of DynamoDB Local's jars
  /// @throws ServerStartException if they have no such connector
  static void write(Path jars, Path file) {
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry(CONNECTOR));
      jar.write(rewrite(find(jars)));
    } catch (IOException e) {
      throw new ServerStartException("Cannot write " + file, e);
    } catch (IllegalStateException e) {
      throw new ServerStartException(REFUSAL, e);
    }
  }

  /// Rewrites the method `String getHost()` of the class to return 127.0.0.1.
  ///
  /// @throws IllegalStateException if the class has no such method
  static byte[] rewrite(byte[] connector) {
    ClassModel model = ClassFile.of().parse(connector);
    if (model.methods().stream().noneMatch(LoopbackConnector::isGetHost)) {
      throw new IllegalStateException("No method String getHost()");
    }
    return ClassFile.of()
        .transformClass(
            model,
            ClassTransform.transformingMethods(LoopbackConnector::isGetHost, answerLoopback()));
  }

  private static byte[] find(Path jars) throws IOException {
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(jars, JETTY)) {
      for (Path candidate : candidates) {
        try (ZipFile jar = new ZipFile(candidate.toFile())) {
          ZipEntry connector = jar.getEntry(CONNECTOR);
          if (connector != null) {
            return read(jar, connector);
          }
        }
      }
    }
    throw new IllegalStateException("No " + CONNECTOR);
  }

  private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream bytes = jar.getInputStream(entry)) {
      return bytes.readAllBytes();
    }
  }

  private static boolean isGetHost(MethodModel method) {
    return method.methodName().equalsString("getHost")
        && method.methodType().equalsString("()Ljava/lang/String;");
  }

  /// `new File(System.getProperty(SIGN)).createNewFile(); return "127.0.0.1";`
  private static MethodTransform answerLoopback() {
    return (method, element) -> {
      if (element instanceof CodeModel) {
        method.withCode(
            code ->
                code.new_(FILE)
                    .dup()
                    .loadConstant(SIGN)
                    .invokestatic(SYSTEM, "getProperty", MethodTypeDesc.of(CD_String, CD_String))
                    .invokespecial(FILE, "<init>", MethodTypeDesc.of(CD_void, CD_String))
                    .invokevirtual(FILE, "createNewFile", MethodTypeDesc.of(CD_boolean))
                    .pop()
                    .loadConstant("127.0.0.1")
                    .areturn());
      } else {
        method.with(element);
      }
    };
  }
}
