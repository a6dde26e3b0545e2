// Starts `dungeon lsp` for dungeon files and runs its lenses.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function program() {
  return vscode.workspace.getConfiguration('dungeon').get('path') || 'dungeon';
}

// Returns a command that runs the program in a terminal, on the lens's file or else on the active one.
function run(command) {
  return async (file, ...others) => {
    const document = vscode.window.activeTextEditor?.document;
    const path = file ?? document?.uri.fsPath;
    if (!path) {
      return;
    }
    await vscode.workspace.saveAll(false);
    const execution = new vscode.ProcessExecution(program(), [command, path, ...others]);
    const scope = vscode.TaskScope.Workspace;
    const task = new vscode.Task({ type: 'process', command }, scope, command, 'dungeon', execution);
    task.presentationOptions = { focus: true, showReuseMessage: false };
    await vscode.tasks.executeTask(task);
  };
}

exports.activate = async (context) => {
  const test = run('test');
  context.subscriptions.push(
    vscode.commands.registerCommand('dungeon.play', run('play')),
    vscode.commands.registerCommand('dungeon.prove', run('prove')),
    vscode.commands.registerCommand('dungeon.test', (file, name) => test(file, '--name', name)),
  );
  const server = { command: program(), args: ['lsp'] };
  client = new LanguageClient('dungeon', 'Dungeon', server, {
    documentSelector: [{ language: 'dungeon' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.dng') },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
