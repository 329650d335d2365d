import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadScreenWords } from '../../i18n/screenWords'
import { findDialog, openConsole, renderInConsole, startConsole } from '../../testing'
import { LineInput } from './dialogInputs'
import { RecordDialog } from './RecordDialog'

startConsole()

describe('a form with something unsaved', () => {
  async function type() {
    const opened = openConsole('/index/systemManger/tenant/create')
    await opened.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Fabrikam')
    await opened.user.click(screen.getByRole('link', { name: 'Tenants' }))
    return { ...opened, question: await findDialog('Leave without saving?') }
  }

  it('stays, with what was typed, for who goes elsewhere and thinks better of it', async () => {
    const { user, router, question } = await type()
    await user.click(question.getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/index/systemManger/tenant/create')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Fabrikam')
  })

  it('is left on demand', async () => {
    const { user, router, question } = await type()
    await user.click(question.getByRole('button', { name: 'Leave without saving' }))
    await screen.findByRole('link', { name: 'Northwind' })
    expect(router.state.location.pathname).toBe('/index/systemManger/tenant')
  })
})

describe('a dialog', () => {
  beforeEach(() => loadScreenWords('systemManger/eare'))

  function open() {
    const onClose = vi.fn()
    const view = renderInConsole(
      <RecordDialog resource="areas" title="Region" fields={['areaName']} onClose={onClose}>
        <LineInput source="areaName" />
      </RecordDialog>,
    )
    return { onClose, ...view }
  }

  it('with nothing typed closes', async () => {
    const { user, onClose } = open()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('with something typed asks first', async () => {
    const { user, onClose } = open()
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hubei')
    await user.keyboard('{Escape}')
    const question = await findDialog('Leave without saving?')
    expect(onClose).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Leave without saving' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})
