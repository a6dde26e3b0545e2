-- Dungeon files in Neovim 0.7 and newer: findings, hover, completion and more from `dungeon lsp`. `grx` runs the lens
-- "play", "prove" or "run test" at the cursor. Copy this file to ~/.config/nvim/plugin/.
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = '*.dng',
  callback = function() vim.bo.filetype = 'dungeon' end,
})

-- Saves the file and runs the program in a terminal below.
local function run(...)
  local words = { 'dungeon', ... }
  vim.cmd('silent! update')
  vim.cmd('botright new')
  if vim.fn.has('nvim-0.11') == 1 then
    vim.fn.jobstart(words, { term = true })
  else
    vim.fn.termopen(words)
  end
  vim.cmd('startinsert')
end

vim.lsp.commands['dungeon.play'] = function(lens) run('play', lens.arguments[1]) end
vim.lsp.commands['dungeon.prove'] = function(lens) run('prove', lens.arguments[1]) end
vim.lsp.commands['dungeon.test'] = function(lens)
  run('test', lens.arguments[1], '--name', lens.arguments[2])
end

-- Shows the lenses of a buffer and refreshes them.
local function show_lenses(buffer)
  vim.keymap.set('n', 'grx', vim.lsp.codelens.run, { buffer = buffer, desc = 'Run the lens here' })
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  vim.lsp.codelens.refresh()
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    buffer = buffer,
    callback = function() vim.lsp.codelens.refresh() end,
  })
end

-- Neovim 0.7 would start a second server.
local running
local start = vim.lsp.start or function(config)
  running = running or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, running)
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'dungeon',
  callback = function()
    start({
      name = 'dungeon',
      cmd = { 'dungeon', 'lsp' },
      root_dir = vim.fn.getcwd(),
      on_attach = function(_, buffer) show_lenses(buffer) end,
    })
  end,
})
